// Definitions of custom fields, as part of every principal of a workspace.
import type { FieldGovernance } from './governance.ts';

export type CustomFieldType =
  | 'text'
  | 'long_text'
  | 'integer'
  | 'number'
  | 'percent'
  | 'currency'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'select'
  | 'multi_select'
  | 'url'
  | 'email'
  | 'phone'
  | 'user'
  | 'company'
  | 'contact'
  | 'json';

/** Limits on the values of a field; domains/custom-fields/rules.ts defines which of them apply to which type. */
export interface CustomFieldRules {
  minLength?: number | null;
  maxLength?: number | null;
  pattern?: string | null;
  min?: number | string | null;
  max?: number | string | null;
  scale?: number | null;
}

/** A field definition as requests use it; archived fields are not included. */
export interface CustomFieldDefinition {
  key: string;
  type: CustomFieldType;
  classification: FieldGovernance['class'];
  required: boolean;
  /** Whether no two live records may have the same value; case does not count. */
  isUnique: boolean;
  defaultValue: unknown;
  options: { key: string; archived: boolean }[];
  rules: CustomFieldRules;
}

/** By entity, then by key, in the order in which people see the fields. */
export type CustomFields = Readonly<Record<string, ReadonlyMap<string, CustomFieldDefinition>>>;

export const NO_CUSTOM_FIELDS: CustomFields = {};
