// How a kind of record takes part in global search: what its domain declares, once (crm.md section 14).
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';

/** A look-up of what belongs to one record alone: an identifier, an address, a number. */
export interface ExactField {
  /** Name of the field in answers. */
  field: string;
  /** The text as the value is stored. May throw, or answer nothing, for a text that cannot be one. */
  read(text: string): string | undefined;
  /** Ids of the records, as `id`, by the workspace `$1` and the value `?`. */
  find: string;
}

/** Texts are SQL on the row `r` of the model's table. */
export interface Searchable {
  /** Entity in search_tokens. */
  entity: string;
  model: typeof RecordModel;
  /** Which rows of the table they are, where they are not all. */
  only?: string;
  title: string;
  subtitle: string;
  exact: ExactField[];
  /** The texts whose words are searched, by field; the name first. */
  texts: Record<string, string>;
  /** GraphQL type of the record, and its loader. */
  type: string;
  load(ctx: TenantContext, id: string): Promise<RecordModel | null> | null;
}
