// Sessions in which an operator acts as a member of a workspace: what they refuse, and how their requests are counted
// (platform.md §10).
import type { Database } from '../db/knex.ts';
import { ServiceError } from '../errors.ts';
import type { Access } from './access.ts';
import type { Impersonation, ImpersonationMode } from './principal.ts';
import { invalidToken } from './signing-keys.ts';

/** The impersonation of a session as the database returns it. */
export interface ImpersonationRow {
  id: string;
  workspaceId: string;
  mode: ImpersonationMode;
  operatorId: string;
  operatorName: string;
  /** Whether the operator still is one. */
  isOperator: boolean;
}

/** The row of a session's impersonation `i` by the operator `o`, as JSON; null for other sessions. */
export const IMPERSONATION_SQL = `case when i.id is not null then jsonb_build_object('id', i.id,
    'workspaceId', i.workspace_id, 'mode', i.mode, 'operatorId', o.id, 'operatorName', o.name,
    'isOperator', o.status = 'active' and o.operator_role is not null) end`;

/**
 * Returns the impersonation of a session, which enters one workspace as long as that allows it.
 * @throws ServiceError TOKEN_REVOKED once the operator is none any more; TENANT_ACCESS_DENIED
 */
export function impersonationOf(
  session: { expires_at: Date; allow_support_access: boolean },
  { id, workspaceId, mode, operatorId, operatorName, isOperator }: ImpersonationRow,
  tenantId: string | undefined,
): Impersonation {
  if (!isOperator) throw invalidToken('TOKEN_REVOKED');
  if (tenantId && (tenantId !== workspaceId || !session.allow_support_access))
    throw new ServiceError('TENANT_ACCESS_DENIED');
  const by = { type: 'operator' as const, id: operatorId, label: operatorName };
  return { id, by, mode, expiresAt: session.expires_at };
}

/** Modules and entities that an impersonated session may not even read: credentials, and the account with the platform. */
const CLOSED_MODULES: ReadonlySet<string> = new Set(['billing', 'admin']);
const CLOSED_ENTITIES: ReadonlySet<string> = new Set(['api_tokens', 'provider_keys', 'billing', 'checkout']);

/**
 * Entities that it may read and not change: roles and who holds them, who may sign in and act, and what has secrets of its
 * own. Batches run after the call, without the session.
 */
const READABLE_ENTITIES: ReadonlySet<string> = new Set([
  'roles',
  'members',
  'tenant_settings',
  'webhooks',
  'agents',
  'model_routes',
  'jobs',
]);

/** Actions that it may not take on anything; an import that is executed runs after the call. */
const CLOSED_ACTIONS: ReadonlySet<string> = new Set(['export', 'approve', 'execute']);

/**
 * Returns the refusal of a call in an impersonated session: every change if it is read-only, and in any mode what concerns
 * credentials, roles, billing, exports and approvals.
 */
export function impersonationRefusal(
  { module, permission = '', risk }: Access,
  { mode }: Impersonation,
): ServiceError | undefined {
  const [entity = '', action = ''] = permission.split('.');
  const isChange = risk !== 'read';
  const isClosed =
    CLOSED_MODULES.has(module) ||
    CLOSED_ENTITIES.has(entity) ||
    CLOSED_ACTIONS.has(action) ||
    (isChange && (module === 'auth' || READABLE_ENTITIES.has(entity)));
  if (isClosed) return new ServiceError('IMPERSONATION_FORBIDDEN');
  if (isChange && mode === 'read_only')
    return new ServiceError('IMPERSONATION_FORBIDDEN', 'This impersonation is read-only.', {
      details: { mode },
    });
  return undefined;
}

const FLUSH_MS = 2_000;

/** Counts the requests of impersonations, in memory; what was counted is written every few seconds. */
class RequestCounters {
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  count(services: { database: Database }, { id }: Impersonation): void {
    this.#pending.set(id, (this.#pending.get(id) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.#flush(services), FLUSH_MS).unref();
  }

  async #flush({ database }: { database: Database }): Promise<void> {
    this.#timer = undefined;
    const counted = [...this.#pending];
    this.#pending.clear();
    await database
      .write({}, (tx) =>
        tx.rows(
          `update impersonations i set requests = i.requests + c.n
           from unnest($1::uuid[], $2::bigint[]) as c(id, n) where i.id = c.id`,
          [counted.map(([id]) => id), counted.map(([, n]) => n)],
        ),
      )
      .catch(() => {
        for (const [id, n] of counted) this.#pending.set(id, (this.#pending.get(id) ?? 0) + n);
      });
  }
}

/** The counters of this process. */
export const impersonatedRequests = new RequestCounters();
