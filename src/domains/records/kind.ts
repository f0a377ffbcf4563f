// A kind of record as the code knows it: its model, and what the SDL cannot say of it.

import type { RecordModel } from '../../db/record-model.ts';
import type { Link } from '../../events/emit.ts';
import type { Filters, Listing } from '../../lists/listing.ts';
import { byId, type Relation } from '../../lists/loaders.ts';
import { snakeCase } from '../../naming.ts';
import { type RecordType, recordType } from '../../sdl/records.ts';
import type { ExactField, Searchable } from '../search/searchable.ts';

/** The class of a model, as the verbs use it. */
export type ModelOf<M extends RecordModel> = { new (): M } & typeof RecordModel;

/** How global search finds and shows a kind of record. Texts are SQL on its row `r`. */
export interface SearchDeclaration {
  /** What tells a record from others of its name. */
  subtitle: string;
  /** What belongs to one record alone: an identifier, an address, a number. */
  exact?: ExactField[];
  /** The texts whose words are searched, by field; the one that people know a record by comes first. */
  texts: Record<string, string>;
}

/** What a domain says of its kind of record. */
interface Declaration<M extends RecordModel> {
  /** Bears the name of the GraphQL type. */
  model: ModelOf<M>;
  /** The timelines that show a change of the record; its own without it. */
  links?: (record: M) => Link[];
  /** Fields that the audit keeps and no event carries. */
  withheld?: string[];
  /** Filters of its lists that are more than a condition on a column of the record. */
  filters?: Filters;
  /** Given where the SDL says `search`. */
  search?: SearchDeclaration;
}

/** A kind of record. */
export interface RecordKind<M extends RecordModel = RecordModel> extends RecordType {
  readonly model: ModelOf<M>;
  readonly links: (record: M) => Link[];
  readonly withheld: string[];
  /** How its records are listed. */
  readonly listing: Listing;
  /** Its live record by id; null for one that is deleted or of another workspace. */
  readonly byId: Relation<Promise<M | null> | null, string | null | undefined>;
  /** How global search reads it. */
  readonly searchable?: Searchable;
}

/** Declares a kind of record; everything that the SDL says with `@record` comes from there. */
export function recordKind<M extends RecordModel>({
  model,
  links,
  withheld = [],
  filters = {},
  search,
}: Declaration<M>): RecordKind<M> {
  const type = recordType(model.name);
  if (type.isSearched !== (search !== undefined))
    throw new Error(
      `${type.type} must say how it is searched both in its @record and in its kind, or in neither.`,
    );
  const load = byId<M>(model);
  return {
    ...type,
    model,
    withheld,
    links: links ?? (({ id }) => (type.hasTimeline ? [{ entity: type.name, id }] : [])),
    listing: { model, filters, ...(search && { searchEntity: type.name }) },
    byId: load,
    ...(search && { searchable: searchableOf(type, model, search, load) }),
  };
}

function searchableOf(
  { name, type, title }: RecordType,
  model: typeof RecordModel,
  { subtitle, exact = [], texts }: SearchDeclaration,
  load: Searchable['load'],
): Searchable {
  return { entity: name, model, title: `r.${snakeCase(title)}`, subtitle, exact, texts, type, load };
}
