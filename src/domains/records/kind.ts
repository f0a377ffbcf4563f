// Declares a kind of record: its model, and what the SDL cannot express.

import type { RecordModel } from '../../db/record-model.ts';
import type { Link } from '../../events/emit.ts';
import type { Filters, Listing, SearchLink } from '../../lists/listing.ts';
import { byId, type Relation } from '../../lists/loaders.ts';
import { camelCase, snakeCase } from '../../naming.ts';
import { type RecordType, recordType } from '../../sdl/records.ts';
import type { ExactField, Searchable } from '../search/searchable.ts';

/** The class of a model. */
type ModelOf<M extends RecordModel> = { new (): M } & typeof RecordModel;

/** Describes how global search finds and shows a kind of record. Texts are SQL on its row `r`. */
export interface SearchDeclaration {
  /** Distinguishes records with the same name. */
  subtitle: string;
  /** Values that identify one record: an identifier, an address, a number. */
  exact?: ExactField[];
  /** The searched texts, by field; the one by which people know a record comes first. */
  texts: Record<string, string>;
  /** Finds records by the words of others: the field of the reference and the type that it refers to. */
  related?: Record<string, string>;
}

/** The declaration of a kind of record by its domain. */
interface Declaration<M extends RecordModel> {
  /** Has the name of the GraphQL type. */
  model: ModelOf<M>;
  /** The timelines that show a change of the record; by default its own. */
  links?: (record: M) => Link[];
  /** Fields that are stored in the audit but not in events. */
  withheld?: string[];
  /** List filters that are more than a condition on a column of the record. */
  filters?: Filters;
  /** Filters that depend on more than their conditions. */
  requestFilters?: Listing['requestFilters'];
  /** Required if the SDL has `search`. */
  search?: SearchDeclaration;
}

/** What the verbs of verbs.ts need to know of a record. */
export interface WritableKind<M extends RecordModel = RecordModel> {
  readonly model: ModelOf<M>;
  /** Singular snake_case, the prefix of its events: `action_item`. */
  readonly name: string;
  /** What the names of its events begin with, if not its name. */
  readonly events?: string;
  /** The field by which people know a record. */
  readonly title: string;
  readonly links: (record: M) => Link[];
  readonly withheld: string[];
  /** Returns the fields of a record that the audit may show. */
  readonly audited: (record: M) => object;
}

/** A kind of record. */
export interface RecordKind<M extends RecordModel = RecordModel> extends RecordType, WritableKind<M> {
  readonly name: string;
  readonly events: string;
  readonly title: string;
  /** Describes how its records are listed. */
  readonly listing: Listing;
  /** Loads a live record by id; null for one that is deleted or of another workspace. */
  readonly byId: Relation<Promise<M | null> | null, string | null | undefined>;
  /** Describes how global search reads it. */
  readonly searchable?: Searchable;
}

/** Declares a record without `@record`, such as a part of another record, so that the verbs can write it. */
export function partKind<M extends RecordModel>({
  model,
  title,
  links = () => [],
  withheld = [],
  name = snakeCase(model.name),
  audited = fieldsOf,
}: Pick<Declaration<M>, 'model' | 'links' | 'withheld'> &
  Partial<Pick<WritableKind<M>, 'name' | 'audited'>> & { title: keyof M & string }): WritableKind<M> {
  return { model, name, title, links, withheld, audited };
}

/** Returns the stored fields of a record, which may be new and not yet a model. */
export function fieldsOf(record: RecordModel): object {
  return typeof record.toJSON === 'function' ? record.toJSON() : record;
}

/** Declares a kind of record; everything that `@record` states is taken from the SDL. */
export function recordKind<M extends RecordModel>({
  model,
  links,
  withheld = [],
  filters = {},
  requestFilters,
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
    audited: fieldsOf,
    links: links ?? (({ id }) => (type.hasTimeline ? [{ entity: type.name, id }] : [])),
    listing: {
      model,
      filters,
      ...(requestFilters && { requestFilters }),
      ...(search && { searchEntity: type.name, searchLinks: searchLinks(search.related) }),
    },
    byId: load,
    ...(search && { searchable: searchableOf(type, model, search, load) }),
  };
}

function searchableOf(
  { name, type, title }: RecordType,
  model: typeof RecordModel,
  { subtitle, exact = [], texts, related }: SearchDeclaration,
  load: Searchable['load'],
): Searchable {
  const links = searchLinks(related);
  return {
    entity: name,
    model,
    title: `coalesce(r.${snakeCase(title)}, '')`,
    subtitle,
    exact,
    texts,
    links,
    type,
    load,
  };
}

/** Returns the operation that lists an entity: `ListCompanies`. */
function listOperation(entity: string): string {
  const name = camelCase(entity);
  return `List${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** Returns the references through which records are found. @throws Error for a type without search */
function searchLinks(related: SearchDeclaration['related'] = {}): SearchLink[] {
  return Object.entries(related).map(([reference, target]) => {
    const { name, type, entity, isSearched } = recordType(target);
    if (!isSearched) throw new Error(`${type} is not searched, so nothing is found by its words.`);
    return {
      field: snakeCase(reference).replace(/_id$/, ''),
      column: snakeCase(reference),
      entity: name,
      list: listOperation(entity),
    };
  });
}
