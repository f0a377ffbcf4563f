// Governed fields: those that may be read by a permission of their own alone.

export interface FieldGovernance {
  class: 'ordinary_crm' | 'restricted_relationship' | 'private_user_note' | 'credential';
  /** The permission, by name: no wildcard covers it (spec README point 2). */
  read: string;
}

/** Governed fields by their names. */
export type Governed = ReadonlyMap<string, FieldGovernance>;
