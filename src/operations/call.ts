// Runs a persisted operation for REST and MCP, in the order of checks of platform.md §1.
import { createHash } from 'node:crypto';
import { assertQuota, countAction } from '../access/agent-quota.ts';
import { ApprovalRequired, automationRefusal, needsApproval, riskClassOf } from '../access/automation.ts';
import type { RiskClass } from '../access/automation-policy.ts';
import { preconditionRefusal, refusal } from '../access/check.ts';
import type { Surface } from '../access/context.ts';
import { freshnessRefusal } from '../access/freshness.ts';
import { reasonRefusal } from '../access/operators.ts';
import type { Principal } from '../access/principal.ts';
import { assertSortReadable } from '../access/redaction.ts';
import { MAX_READ_BYTES } from '../db/batch.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Visibility } from '../db/visibility.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { MAX_EXPORT_READ_BYTES } from './answer-size.ts';
import { queuedAnswer } from './approval.ts';
import { canonicalJson } from './canonical.ts';
import { type PersistedOperation, takesDryRun, takesKey, takesVersion } from './catalogue.ts';
import type {
  FileRequest,
  OperationContext,
  OperationServices,
  StreamedUpload,
  TenantOperationContext,
} from './context.ts';
import { sunsetRefusal } from './deprecation.ts';
import { inSeparateTransaction } from './derive-context.ts';
import { type Answer, failure, success } from './envelope.ts';
import { assertKey, isOutcome, runOnce, runOnceOptimistically, runOnceWithLease } from './idempotency.ts';
import { routeTarget } from './route-target.ts';
import { withFieldPath } from './validate.ts';
import { toVariables, type WireObject } from './wire.ts';

/** The origin of a request. */
export interface Origin {
  surface: Surface;
  requestId: string;
  principal: Principal;
  log: Log;
  ip?: string;
  userAgent?: string;
  /** Why an operator makes the call (the header X-Operator-Reason). */
  operatorReason?: string;
}

/** One call of one operation. */
export interface Call extends Origin {
  operation: PersistedOperation;
  /** Every input by wire name. */
  input: WireObject;
  idempotencyKey?: string;
  /** The files, if they were streamed; their members of the input then have no content. */
  uploads?: readonly StreamedUpload[];
  /** The request of a route that answers the bytes of a file. */
  fileRequest?: FileRequest;
  /** `If-Match: *`: any version will do, for operations that require one themselves. */
  matchesAny?: boolean;
}

type Work = (ctx: TenantOperationContext) => Promise<Answer>;

/** Returns the row-level security visibility of a principal. */
export function visibilityOf({ tenantId, kind, id, operatorRole }: Principal): Visibility {
  return {
    ...(tenantId && { tenantId }),
    ...(kind === 'user' && { userId: id }),
    ...(operatorRole && { operator: 'on' }),
  };
}

/** Creates the context of a request in its transaction. */
export function contextOf<S extends OperationServices>(
  services: S,
  origin: Origin & Pick<Call, 'uploads' | 'fileRequest'>,
  tx: Transaction,
  inputChecked: boolean,
): OperationContext & { readonly services: S } {
  return {
    services,
    requestId: origin.requestId,
    surface: origin.surface,
    principal: origin.principal,
    log: origin.log,
    ip: origin.ip,
    userAgent: origin.userAgent,
    operatorReason: origin.operatorReason,
    now: services.clock.now(),
    tx,
    db: tx.db,
    tenantId: origin.principal.tenantId,
    loaders: new Map(),
    redacted: new Set(),
    shownOnce: new Set(),
    inputChecked,
    ...(origin.uploads?.[0] && { uploads: origin.uploads, upload: origin.uploads[0] }),
    ...(origin.fileRequest && { fileRequest: origin.fileRequest }),
  };
}

/** Refuses a call that the principal may not make; steps 8 to 10. @throws ServiceError */
export function authorize(operation: PersistedOperation, principal: Principal): void {
  const refused = refusal(operation.access, principal);
  if (refused) throw refused;
}

/**
 * Checks, runs and answers a call; steps 8 to 18. Audit entries of disclosed data are written before the answer is
 * returned.
 * @throws ServiceError for every refusal
 */
export async function callOperation(services: OperationServices, call: Call): Promise<Answer> {
  const answer = await runCall(services, call);
  const { operation, input } = call;
  if (operation.access.principals === 'operator' && answer.status < 400)
    services.deferredAudit.operatorCalled(call, { ...operation, target: routeTarget(operation, input) });
  await services.deferredAudit.disclosuresWritten(call.principal.tenantId);
  return answer;
}

async function runCall(services: OperationServices, call: Call): Promise<Answer> {
  const { operation, principal } = call;
  const gone = sunsetRefusal(operation.deprecation, services.clock.now());
  if (gone) throw gone;
  authorize(operation, principal);
  await checkInput(services, operation, call);
  const key = takesKey(operation) ? keyOf(call) : undefined;
  const now = services.clock.now();
  const isDryRun = takesDryRun(operation) && call.input.dry_run === true;
  const riskClass = isDryRun ? undefined : riskClassOf(operation.access);
  const refused =
    (takesVersion(operation) &&
      !(call.matchesAny && operation.access.requiresVersion) &&
      preconditionRefusal(principal, operation.access, call.input.expected_version)) ||
    reasonRefusal(operation.access, call.operatorReason) ||
    freshnessRefusal(operation.access, principal, now) ||
    automationRefusal(riskClass, principal, now);
  if (refused) throw refused;
  const variables = toVariables(operation, call.input);
  const run = async (ctx: OperationContext): Promise<Answer> => {
    ctx.tx.limitReads(operation.answer === 'export' ? MAX_EXPORT_READ_BYTES : MAX_READ_BYTES);
    const result = await services.runner.runSerialized(operation, ctx, variables).catch((error: unknown) => {
      throw withFieldPath(error, call.input);
    });
    services.metrics.statements.observe({ operation: operation.name }, ctx.tx.statements);
    const answer = success(operation, result, ctx);
    return isDryRun ? { ...answer, status: 200 } : answer;
  };
  const visibility = visibilityOf(principal);
  const holder = key === undefined ? undefined : await keyHolder(services, call);
  if (key === undefined || !holder) {
    const { database } = services;
    const open = operation.kind === 'query' ? database.read.bind(database) : database.write.bind(database);
    return open(visibility, (tx) => run(contextOf(services, call, tx, true)));
  }
  const keyed = idempotentRunner(services, call, key, holder);
  const queue = async (raised: RiskClass) => {
    if (call.uploads?.length)
      throw invalid(
        'file',
        'content_base64',
        'This call waits for approval: send the file as content_base64.',
      );
    return keyed(async (ctx) =>
      queuedAnswer(await services.queueCall(ctx, { operation, input: call.input, riskClass: raised })),
    );
  };
  if (needsApproval(riskClass, principal)) return queue(riskClass!);
  if (operation.waits) {
    const waiting = { operation: operation.name, key, fingerprint: fingerprintOf(call) };
    return runOnceWithLease(transactionRunner(services, call, holder), waiting, (ctx) =>
      runWaiting(ctx, run),
    );
  }
  try {
    return await keyed(run);
  } catch (error) {
    if (error instanceof ApprovalRequired) return queue(error.riskClass);
    if (!(error instanceof ServiceError && isOutcome(error.code))) throw error;
    services.deferredAudit.refused(call, { ...operation, target: routeTarget(operation, call.input) }, error);
    // Its writes are rolled back; the refusal is stored as the answer of the key.
    return keyed(async () => failure(error, call.requestId));
  }
}

/** Runs a call that waits; the quota of an agent is asserted in a transaction that ends before it waits. */
async function runWaiting(ctx: TenantOperationContext, work: Work): Promise<Answer> {
  if (ctx.principal.kind !== 'agent') return work(ctx);
  await inSeparateTransaction(ctx, assertQuota);
  const answer = await work(ctx);
  countAction(ctx);
  return answer;
}

function fingerprintOf({ input, operation, uploads = [] }: Call): string {
  const member = operation.upload?.wire;
  const files = member ? ([input[member] ?? []].flat() as { name: string; content_base64: string }[]) : [];
  // The digest of a file stands for it, so both forms of a request have the same fingerprint.
  const digests = files.map((file, at) => [file.name, uploads[at]?.sha256 ?? sha256Of(file.content_base64)]);
  const named = digests.length
    ? { ...input, [member!]: operation.upload!.isList ? digests : digests[0] }
    : operation.access.principals === 'public'
      ? { ...input, token: undefined } // The holder of a link may have several.
      : input;
  return createHash('sha256').update(canonicalJson(named)).digest('base64url');
}

function sha256Of(base64: string): string {
  return createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
}

/** Whose key it is: a principal of the workspace, or whoever holds the link. */
export interface KeyHolder {
  tenantId: string;
  linkId?: string;
}

/** Returns the holder of the key of a call; undefined if keys have no meaning for it. */
export async function keyHolder(
  services: OperationServices,
  { operation, principal, input }: Pick<Call, 'operation' | 'principal' | 'input'>,
): Promise<KeyHolder | undefined> {
  const { access, idempotency } = operation;
  if (access.principals !== 'public')
    return principal.tenantId ? { tenantId: principal.tenantId } : undefined;
  const link = idempotency === 'key' ? await services.findLink(access, input.token) : undefined;
  return link && { tenantId: link.tenantId, linkId: link.id };
}

/**
 * Returns a function that runs work in a transaction under the idempotency key of a call, and counts actions of agents
 * there.
 */
function idempotentRunner(services: OperationServices, call: Call, key: string, holder: KeyHolder) {
  const { operation, principal } = call;
  const isCounted = principal.kind === 'agent' && operation.access.risk !== 'read';
  const { linkId } = holder;
  const open = transactionRunner(services, call, holder);
  const keyed = { operation: operation.name, key, linkId, fingerprint: fingerprintOf(call) };
  // Public services change the visibility of the transaction, which no claim may be sent alongside.
  if (linkId) return (work: Work): Promise<Answer> => open((ctx) => runOnce(ctx, keyed, work));
  return (work: Work): Promise<Answer> =>
    runOnceOptimistically(open, keyed, async (ctx) => {
      if (isCounted) await assertQuota(ctx);
      const answer = await work(ctx);
      if (isCounted && answer.status < 400) countAction(ctx);
      return answer;
    });
}

/** Returns a function that runs work in a new transaction of the call, with its own context. */
function transactionRunner(services: OperationServices, call: Call, { tenantId, linkId }: KeyHolder) {
  const visibility = linkId ? { tenantId } : visibilityOf(call.principal);
  return <T>(work: (ctx: TenantOperationContext) => Promise<T>): Promise<T> =>
    services.database.write(visibility, (tx) =>
      work({ ...contextOf(services, call, tx, true), tenantId, ...(linkId && { opensLink: true }) }),
    );
}

/** @throws VALIDATION_ERROR with every fault; NOT_FOUND for a path parameter that is not a UUID (crm.md section 0) */
async function checkInput(
  services: OperationServices,
  operation: PersistedOperation,
  { input, principal, ip }: Call,
): Promise<void> {
  const faults = services.validator.faults(operation.inputSchema, input);
  if (faults.length === 0) return;
  await services.assertReachable(operation.access, operation.rootField, input, ip);
  assertSortReadable(services, principal, input.sort);
  const inPath = operation.inputs.filter((one) => one.in === 'path').map(({ wire }) => wire);
  if (faults.some(({ path, rule }) => rule === 'format' && inPath.includes(path))) fail('NOT_FOUND');
  throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
}

function keyOf({ idempotencyKey, principal, operation }: Call): string | undefined {
  if (idempotencyKey !== undefined) return assertKey(idempotencyKey);
  if (principal.kind === 'agent' && operation.access.risk !== 'read') fail('IDEMPOTENCY_KEY_REQUIRED');
  return undefined;
}
