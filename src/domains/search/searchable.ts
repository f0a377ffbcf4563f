// The declaration by which a domain makes its records searchable (crm.md section 14).
import type { TenantContext } from '../../context.ts';
import type { RecordModel } from '../../db/record-model.ts';
import type { SearchLink } from '../../lists/listing.ts';

/** An exact lookup by a unique value: an identifier, an address, a number. */
export interface ExactField {
  /** The field name in results. */
  field: string;
  /** Normalizes a text to the stored form. May throw or return undefined if the text cannot be such a value. */
  read(text: string): string | undefined;
  /** SQL query for the ids of the records, as `id`, with the workspace `$1` and the value `?`. */
  find: string;
}

/** The search declaration of a kind of record; its texts are SQL expressions on the row `r` of the model's table. */
export interface Searchable {
  /** The entity in search_tokens. */
  entity: string;
  model: typeof RecordModel;
  /** A condition that selects the rows if not all of the table belong to the module. */
  condition?: string;
  title: string;
  subtitle: string;
  exact: ExactField[];
  /** The texts that are searched by word, by field; the name first. */
  texts: Record<string, string>;
  /** References to records whose words are searched too. */
  links: readonly SearchLink[];
  /** The GraphQL type of the record; `load` is its loader. */
  type: string;
  load(ctx: TenantContext, id: string): Promise<RecordModel | null> | null;
}
