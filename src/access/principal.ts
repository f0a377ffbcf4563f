// The principal of a call: a person, a service, an agent or an anonymous caller, with its permissions resolved.
import { LRUCache } from 'lru-cache';
import type { ActorRecord } from '../db/actor.ts';
import type { AddressList } from './addresses.ts';
import { type Automation, NO_AUTOMATION } from './automation-policy.ts';
import type { CustomFields } from './custom-field-definitions.ts';
import type { OperatorRole } from './operators.ts';
import { type Entitlement, UNLIMITED } from './subscription.ts';

/** `system` is the service itself, for jobs that no user requested. */
export type PrincipalKind = 'anonymous' | 'user' | 'service' | 'agent' | 'system';

export type ImpersonationMode = 'read_only' | 'read_write';

/** The impersonation that a session is. */
export interface Impersonation {
  readonly id: string;
  /** The operator. */
  readonly by: ActorRecord;
  readonly mode: ImpersonationMode;
  readonly expiresAt: Date;
}

export interface Principal {
  readonly kind: PrincipalKind;
  /** User id or token id. */
  readonly id: string;
  /** The owner of a token. */
  readonly ownerUserId?: string;
  readonly label: string;
  readonly tenantId?: string;
  readonly sessionId?: string;
  /** The role of an operator who acts in the workspace of the platform. */
  readonly operatorRole?: OperatorRole;
  /** Set in a session in which an operator acts as this person. */
  readonly impersonation?: Impersonation;
  /** Keys of the roles held. */
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Permissions limited to records of which the principal is owner, assignee or author. */
  readonly ownOnly: ReadonlySet<string>;
  /** null for people, to whom scopes do not apply (spec README point 20). */
  readonly scopes: ReadonlySet<string> | null;
  readonly modules: ReadonlySet<string>;
  /** The level at which a module that is missing from `modules` was switched off. */
  readonly moduleLevel: (module: string) => 'plan' | 'tenant' | 'member' | 'token';
  /** The automation policy of the workspace, which applies to agents only. */
  readonly automation: Automation;
  /** The registered agent that the token belongs to. */
  readonly agent?: {
    readonly id: string;
    readonly status: 'active' | 'paused';
    readonly dailyActionCap: number;
  };
  /** Set while an approved call runs. */
  readonly approval?: { readonly by: ActorRecord; readonly proposalId: string };
  /** Whether the assistant of the workspace is on. */
  readonly assistantEnabled: boolean;
  /** IANA time zone of the workspace, used for dates without a zone. */
  readonly timeZone: string;
  /** The custom fields that the workspace has defined. */
  readonly customFields: CustomFields;
  /** What the plan of the workspace includes. */
  readonly subscription: Entitlement;
  readonly authTime?: Date;
  /** The part of the workspace's security policy that applies to each request. */
  readonly policy: SecurityPolicy;
}

export interface SecurityPolicy {
  /** Address lists, each of which must contain the caller's address: that of the workspace and that of the token. */
  readonly addresses: readonly AddressList[];
  /** Origins whose pages may call the API; empty allows every origin. */
  readonly origins: readonly string[];
  /** Whether changes of versioned records require the version that the caller has seen. */
  readonly requireIfMatch: boolean;
  /** Whether the use of the session is recorded, because the workspace limits idle time. */
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
  subscription: UNLIMITED,
};

/** Returns the user that `me` stands for in filters: the person, or the owner of the token. */
export function userIdOf({ id, ownerUserId }: Principal): string {
  return ownerUserId ?? id;
}

/** Returns the principal of the service itself in a workspace. */
export function systemPrincipal(tenantId: string): Principal {
  return { ...ANONYMOUS, kind: 'system', label: 'system', tenantId };
}

/** Returns the intersection of two principals: what an approved call may do (platform.md section 7). */
export function intersectPrincipals(author: Principal, approver: Principal): Principal {
  return {
    ...author,
    permissions: new Set([...author.permissions].filter((one) => approver.permissions.has(one))),
    modules: new Set([...author.modules].filter((one) => approver.modules.has(one))),
    ownOnly: new Set([...author.ownOnly, ...approver.ownOnly]),
  };
}

export { type ActorRecord, actorOf, auditActorOf } from '../db/actor.ts';

/** Caches loaded principals for 30 s; a change removes them at once (platform.md §4). */
export class PrincipalCache {
  readonly #entries = new LRUCache<string, { principal: Principal; tags: string[] }>({
    max: 10_000,
    ttl: 30_000,
  });

  /** Returns a principal whose subscription is still as it was when the principal was loaded. */
  get(key: string, now: Date): Principal | undefined {
    const principal = this.#entries.get(key)?.principal;
    const changesAt = principal?.subscription.changesAt;
    return changesAt && changesAt <= now ? undefined : principal;
  }

  /** @param tags ids of the session, user, token and tenant whose changes invalidate the entry */
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
