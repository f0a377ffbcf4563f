// The members of a demo workspace, drawn as authors and owners of its records.
import type { ActorRecord } from '../access/principal.ts';
import type { Random } from './random.ts';
import type { DemoPerson } from './workspaces.ts';

export interface StaffMember extends DemoPerson {
  id: string;
}

export class Staff {
  readonly tenantId: string;
  readonly people: readonly StaffMember[];

  constructor(tenantId: string, people: readonly StaffMember[]) {
    this.tenantId = tenantId;
    this.people = people;
  }

  /** Draws a member who owns companies and contacts. */
  seller(random: Random): StaffMember {
    return random.pick(this.people.filter(({ roleKey }) => roleKey === 'member' || roleKey === 'manager'));
  }

  /** Draws the author of a record by its source. */
  author(random: Random, source: string): ActorRecord {
    if (source === 'import') return actor(this.people.find(({ roleKey }) => roleKey === 'admin')!);
    if (source === 'api' || source === 'enrichment') return { type: 'system', id: null, label: 'Data sync' };
    return actor(random.pick(this.people.filter(({ roleKey }) => roleKey !== 'viewer')));
  }
}

/** Returns a member as the actor of a change. */
export function actor({ id, name }: StaffMember): ActorRecord {
  return { type: 'user', id, label: name };
}
