// Runs a persisted operation for REST and MCP alike, in the order of checks that platform.md §1 promises.
import { createHash } from 'node:crypto';
import { policyRefusal, refusal } from '../access/check.ts';
import type { Principal } from '../access/principal.ts';
import type { Context, Log, Surface } from '../context.ts';
import type { Transaction, Visibility } from '../db/transaction.ts';
import { fail, ServiceError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { PersistedOperation } from './catalogue.ts';
import { type Answer, failure, success } from './envelope.ts';
import { assertKey, isOutcome, once, onceWaiting } from './idempotency.ts';
import { toVariables, type WireObject } from './wire.ts';

/** Where a request came from. */
export interface Origin {
  surface: Surface;
  requestId: string;
  principal: Principal;
  log: Log;
  ip?: string;
  userAgent?: string;
}

/** One call of one operation. */
export interface Call extends Origin {
  operation: PersistedOperation;
  /** Every input in wire names. */
  input: WireObject;
  idempotencyKey?: string;
}

/** What row-level security shows to a principal. */
export function visibilityOf({ tenantId, kind, id }: Principal): Visibility {
  return { ...(tenantId && { tenantId }), ...(kind === 'user' && { userId: id }) };
}

/** The context of a request inside its transaction. */
export function contextOf(
  services: Services,
  origin: Origin,
  tx: Transaction,
  inputChecked: boolean,
): Context {
  return {
    services,
    requestId: origin.requestId,
    surface: origin.surface,
    principal: origin.principal,
    log: origin.log,
    ip: origin.ip,
    userAgent: origin.userAgent,
    now: services.clock.now(),
    tx,
    db: tx.db,
    tenantId: origin.principal.tenantId,
    loaders: new Map(),
    redacted: new Set(),
    inputChecked,
  };
}

/** Refuses a call that the principal may not make; steps 8 to 10. @throws ServiceError */
export function authorize(operation: PersistedOperation, principal: Principal): void {
  const refused = refusal(operation.access, principal);
  if (refused) throw refused;
}

/**
 * Checks, runs and answers a call; steps 8 to 18.
 * @throws ServiceError for every refusal
 */
export async function callOperation(services: Services, call: Call): Promise<Answer> {
  const { operation, principal } = call;
  authorize(operation, principal);
  checkInput(services, operation, call.input);
  const key = operation.kind === 'mutation' ? keyOf(call) : undefined;
  const refused = policyRefusal(operation.access, principal);
  if (refused) throw refused;
  const variables = toVariables(operation, call.input);
  const run = async (ctx: Context): Promise<Answer> => {
    const { value, errors } = await services.runner.run(operation, ctx, variables);
    services.metrics.statements.observe({ operation: operation.name }, ctx.tx.statements);
    return success(operation, value, errors, ctx);
  };
  const visibility = visibilityOf(principal);
  if (operation.kind === 'query') {
    return services.database.read(visibility, (tx) => run(contextOf(services, call, tx, true)));
  }
  if (key === undefined || !principal.tenantId)
    return services.database.write(visibility, (tx) => run(contextOf(services, call, tx, true)));
  const fingerprint = createHash('sha256').update(canonical(call.input)).digest('base64url');
  if (operation.waits) {
    return onceWaiting(
      (work) =>
        services.database.write(visibility, (tx) =>
          work({ ...contextOf(services, call, tx, true), tenantId: principal.tenantId! }),
        ),
      { operation: operation.name, key, fingerprint },
      run,
    );
  }
  const keyed = (work: (ctx: Context) => Promise<Answer>): Promise<Answer> =>
    services.database.write(visibility, (tx) => {
      const ctx = { ...contextOf(services, call, tx, true), tenantId: principal.tenantId! };
      return once(ctx, operation.name, key, fingerprint, () => work(ctx));
    });
  try {
    return await keyed(run);
  } catch (error) {
    if (!(error instanceof ServiceError && isOutcome(error.code))) throw error;
    // What it wrote is undone; the refusal itself is what the key answers from now on.
    return keyed(async () => failure(error, call.requestId));
  }
}

/** @throws VALIDATION_ERROR with every fault; NOT_FOUND for a path id that cannot be one (crm.md section 0) */
function checkInput(services: Services, operation: PersistedOperation, input: WireObject): void {
  const faults = services.validator.faults(operation.inputSchema, input);
  if (faults.length === 0) return;
  const inPath = operation.inputs.filter((one) => one.in === 'path').map(({ wire }) => wire);
  if (faults.some(({ path, rule }) => rule === 'format' && inPath.includes(path))) fail('NOT_FOUND');
  throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
}

function keyOf({ idempotencyKey, principal, operation }: Call): string | undefined {
  if (idempotencyKey !== undefined) return assertKey(idempotencyKey);
  if (principal.kind === 'agent' && operation.access.risk !== 'read') fail('IDEMPOTENCY_KEY_REQUIRED');
  return undefined;
}

/** JSON with sorted keys, so that the order of members does not make another request. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
