// Who calls: a person, a service, an agent or nobody, with all that the call may do worked out beforehand.
import { LRUCache } from 'lru-cache';
import type { ActorRecord } from '../db/actor.ts';
import type { AddressList } from './addresses.ts';
import { type Automation, NO_AUTOMATION } from './automation-policy.ts';
import type { CustomFields } from './custom-field-definitions.ts';

/** `system` is the service itself: a job that nobody asked for. */
export type PrincipalKind = 'anonymous' | 'user' | 'service' | 'agent' | 'system';

export interface Principal {
  readonly kind: PrincipalKind;
  /** User id or token id. */
  readonly id: string;
  readonly label: string;
  readonly tenantId?: string;
  readonly sessionId?: string;
  readonly isOperator: boolean;
  /** Keys of the roles held. */
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Permissions that reach only records of which the principal is owner, assignee or author. */
  readonly ownOnly: ReadonlySet<string>;
  /** null: a person, whom scopes do not bind (spec README point 20). */
  readonly scopes: ReadonlySet<string> | null;
  readonly modules: ReadonlySet<string>;
  /** At which level a module that is missing from `modules` was switched off. */
  readonly moduleLevel: (module: string) => 'tenant' | 'member' | 'token';
  /** The policy of the workspace, which binds agents alone. */
  readonly automation: Automation;
  /** The registered agent that the token belongs to. */
  readonly agent?: {
    readonly id: string;
    readonly status: 'active' | 'paused';
    readonly dailyActionCap: number;
  };
  /** Set while a call runs that a person has approved. */
  readonly approval?: { readonly by: ActorRecord; readonly proposalId: string };
  /** Whether the assistant of the workspace is on. */
  readonly assistantEnabled: boolean;
  /** IANA zone of the workspace, in which dates without a zone are read. */
  readonly timeZone: string;
  /** What the workspace has defined beside the fields of the product. */
  readonly customFields: CustomFields;
  readonly authTime?: Date;
  /** The workspace's security policy, as far as it binds each request. */
  readonly policy: SecurityPolicy;
}

export interface SecurityPolicy {
  /** Lists of addresses of which each must hold the caller's: of the workspace, and of the token. */
  readonly addresses: readonly AddressList[];
  /** Origins whose pages may call; empty: every page that has a token. */
  readonly origins: readonly string[];
  /** Changes of versioned records need the version that the caller has seen. */
  readonly requireIfMatch: boolean;
  /** The use of the session is noted, because the workspace limits how long it may be idle. */
  readonly limitsIdleness: boolean;
}

export const NO_POLICY: SecurityPolicy = {
  addresses: [],
  origins: [],
  requireIfMatch: false,
  limitsIdleness: false,
};

export const ANONYMOUS: Principal = {
  kind: 'anonymous',
  id: '00000000-0000-0000-0000-000000000000',
  label: 'anonymous',
  isOperator: false,
  roles: [],
  permissions: new Set(),
  ownOnly: new Set(),
  scopes: null,
  modules: new Set(),
  moduleLevel: () => 'tenant',
  automation: NO_AUTOMATION,
  assistantEnabled: false,
  timeZone: 'UTC',
  policy: NO_POLICY,
  customFields: {},
};

/** The service itself, in a workspace. */
export function systemPrincipal(tenantId: string): Principal {
  return { ...ANONYMOUS, kind: 'system', label: 'system', tenantId };
}

/** As far as two principals both reach: what an approved call may do (platform.md section 7). */
export function intersectPrincipals(author: Principal, approver: Principal): Principal {
  return {
    ...author,
    permissions: new Set([...author.permissions].filter((one) => approver.permissions.has(one))),
    modules: new Set([...author.modules].filter((one) => approver.modules.has(one))),
    ownOnly: new Set([...author.ownOnly, ...approver.ownOnly]),
  };
}

export { type ActorRecord, actorOf } from '../db/actor.ts';

/** Worked-out principals, kept for 30 s and dropped at once by a change (platform.md §4). */
export class PrincipalCache {
  readonly #entries = new LRUCache<string, { principal: Principal; tags: string[] }>({
    max: 10_000,
    ttl: 30_000,
  });

  get(key: string): Principal | undefined {
    return this.#entries.get(key)?.principal;
  }

  /** @param tags ids of the session, user, token and tenant whose change makes the entry stale */
  set(key: string, principal: Principal, tags: string[]): void {
    this.#entries.set(key, { principal, tags });
  }

  purge(tag: string): void {
    for (const [key, entry] of this.#entries.entries())
      if (entry.tags.includes(tag)) this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
