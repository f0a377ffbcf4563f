// Who wrote a record, as it is stored with the record.

/** How somebody stands in created_by, audit entries and events. */
export interface ActorRecord {
  type: 'user' | 'service' | 'agent' | 'visitor' | 'system';
  id: string | null;
  label: string;
}

/** Who writes: as much of a principal as is stored. */
export interface Author {
  readonly kind: 'anonymous' | Exclude<ActorRecord['type'], 'visitor'>;
  readonly id: string;
  readonly label: string;
}

/** An author as a record; somebody without an account is a visitor, and neither they nor the system have an id. */
export function actorOf({ kind, id, label }: Author): ActorRecord {
  const type = kind === 'anonymous' ? 'visitor' : kind;
  return { type, id: kind === 'anonymous' || kind === 'system' ? null : id, label };
}
