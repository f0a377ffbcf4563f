// The model of custom fields.
import type { CustomFieldRules, CustomFieldType } from '../../access/custom-field-definitions.ts';
import type { FieldGovernance } from '../../access/governance.ts';
import { RecordModel } from '../../db/record-model.ts';

/** An option of a select field. An archived one remains on records that have it, but cannot be chosen any more. */
export interface CustomFieldOption {
  key: string;
  label: string;
  color: string | null;
  archived: boolean;
}

export class CustomField extends RecordModel {
  static override tableName = 'custom_fields';
  static override entity = 'custom_fields';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'options', 'rules', 'defaultValue'];

  declare entity: string;
  declare key: string;
  declare label: string;
  declare description: string | null;
  declare type: CustomFieldType;
  declare required: boolean;
  declare isUnique: boolean;
  declare defaultValue: unknown;
  declare options: CustomFieldOption[];
  declare rules: CustomFieldRules;
  declare classification: FieldGovernance['class'];
  declare groupName: string | null;
  declare position: number;
  declare archivedAt: Date | null;
}
