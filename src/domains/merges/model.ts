// The table of merges as a class.
import type { ActorRecord } from '../../access/principal.ts';
import { TenantModel } from '../../db/record-model.ts';
import type { FilledFields } from './fill-fields.ts';

/** What the duplicate of a merge gave up. */
export interface Released {
  /** Its own values, by field. */
  values: Record<string, unknown>;
  /** Its identifiers or ways to be reached, as rows. */
  parts: Record<string, unknown>[];
}

export class Merge extends TenantModel {
  static override tableName = 'merges';
  static override jsonAttributes = ['filled', 'released', 'createdBy', 'undoneBy'];

  declare companyId: string | null;
  declare duplicateCompanyId: string | null;
  declare contactId: string | null;
  declare duplicateContactId: string | null;
  declare filled: FilledFields;
  declare released: Released;
  declare createdBy: ActorRecord;
  declare undoneAt: Date | null;
  declare undoneBy: ActorRecord | null;
}
