// The model of merges.
import type { ActorRecord } from '../../access/principal.ts';
import { TenantModel } from '../../db/record-model.ts';
import type { FilledFields } from './fill-fields.ts';

/** What a merge removed from the duplicate, for the undo. */
export interface Released {
  /** Values of cleared fields, by field. */
  values: Record<string, unknown>;
  /** The rows of its identifiers or contact methods. */
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
