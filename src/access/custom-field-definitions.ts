// Definitions of custom fields, as every principal of a workspace carries them.
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

/** Bounds of the values of a field; which of them a type knows, domains/custom-fields/rules.ts says. */
export interface CustomFieldRules {
  minLength?: number | null;
  maxLength?: number | null;
  pattern?: string | null;
  min?: number | string | null;
  max?: number | string | null;
  scale?: number | null;
}

/** A field as it binds requests: one that is archived is none. */
export interface CustomFieldDefinition {
  key: string;
  type: CustomFieldType;
  classification: FieldGovernance['class'];
  required: boolean;
  defaultValue: unknown;
  options: { key: string; archived: boolean }[];
  rules: CustomFieldRules;
}

/** By entity, then by key, in the order in which people see them. */
export type CustomFields = Readonly<Record<string, ReadonlyMap<string, CustomFieldDefinition>>>;

export const NO_CUSTOM_FIELDS: CustomFields = {};
