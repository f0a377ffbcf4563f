// Governed fields: fields that require a permission of their own to be read.

export interface FieldGovernance {
  class: 'ordinary_crm' | 'restricted_relationship' | 'private_user_note' | 'credential';
  /** The name of the permission, which no wildcard includes (spec README point 2). */
  read: string;
}

/** Governed fields by name. */
export type Governed = ReadonlyMap<string, FieldGovernance>;
