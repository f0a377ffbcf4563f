// The author of a record, in the form in which it is stored with the record.

/** The author as stored in created_by, audit entries and events. */
export interface ActorRecord {
  type: 'user' | 'service' | 'agent' | 'operator' | 'visitor' | 'system';
  id: string | null;
  label: string;
}

/** The part of a principal that is stored as the author. */
export interface Author {
  /** Set while an operator of the platform acts as the person. */
  readonly impersonation?: { readonly by: ActorRecord };
  readonly kind: 'anonymous' | Exclude<ActorRecord['type'], 'operator' | 'visitor'>;
  readonly id: string;
  readonly label: string;
  /** Set for a person who acts as an operator of the platform. */
  readonly operatorRole?: string;
}

/** Returns the author as the audit and events show it: with the operator who acts as the person. */
export function auditActorOf(author: Author): ActorRecord & { impersonator?: ActorRecord } {
  const actor = actorOf(author);
  return author.impersonation ? { ...actor, impersonator: author.impersonation.by } : actor;
}

/**
 * Converts an author to its stored form. A caller without an account becomes a visitor; visitors and the system have no
 * id.
 */
export function actorOf({ kind, id, label, operatorRole }: Author): ActorRecord {
  const type = kind === 'anonymous' ? 'visitor' : operatorRole ? 'operator' : kind;
  return { type, id: kind === 'anonymous' || kind === 'system' ? null : id, label };
}
