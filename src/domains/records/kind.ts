// A kind of record as the code knows it: its model, and what the SDL cannot say of it.
import type { RecordModel } from '../../db/record-model.ts';
import type { Link } from '../../events/emit.ts';
import { type RecordType, recordType } from '../../sdl/records.ts';

/** The class of a model, as the verbs use it. */
export type ModelOf<M extends RecordModel> = { new (): M } & typeof RecordModel;

/** What a domain says of its kind of record. */
interface Declaration<M extends RecordModel> {
  /** Bears the name of the GraphQL type. */
  model: ModelOf<M>;
  /** The timelines that show a change of the record; its own without it. */
  links?: (record: M) => Link[];
  /** Fields that the audit keeps and no event carries. */
  withheld?: string[];
}

/** A kind of record. */
export interface RecordKind<M extends RecordModel = RecordModel>
  extends RecordType,
    Required<Declaration<M>> {}

/** Declares a kind of record; everything that the SDL says with `@record` comes from there. */
export function recordKind<M extends RecordModel>(declaration: Declaration<M>): RecordKind<M> {
  const type = recordType(declaration.model.name);
  const links = ({ id }: M): Link[] => (type.timeline ? [{ entity: type.name as Link['entity'], id }] : []);
  return { links, withheld: [], ...type, ...declaration };
}
