// Runs a proposed call: as a dry run when it is proposed, and for real when it is approved.
import { createHash } from 'node:crypto';
import { refusal } from '../../access/check.ts';
import type { ActorRecord, Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import { isRouted, type PersistedOperation, takesVersion } from '../../operations/catalogue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { causeOf } from '../../operations/execute.ts';
import { runOnce } from '../../operations/idempotency.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';
import { type PreviewLine, previewOf } from './rules.ts';
import { readTarget, type Target, targetOf } from './target.ts';

/** The target of a call with its version, and the changes that the call would make. */
export interface DryRunResult {
  target: Target | undefined;
  targetVersion: number | null;
  preview: PreviewLine[];
}

/** Thrown at the end of a dry run to roll back its writes. */
class DryRunEnd {
  readonly after: WireObject | null | undefined;
  constructor(after: WireObject | null | undefined) {
    this.after = after;
  }
}

/** Returns the SHA-256 of the canonical JSON of the arguments, by which a decider confirms what they have seen. */
export function hashOf(input: WireObject): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

/**
 * Runs a call as its proposer and rolls it back, to validate the call and to compute its preview.
 * @throws any error that the call itself would return
 */
export async function dryRun(
  ctx: TenantContext,
  operation: PersistedOperation,
  input: WireObject,
): Promise<DryRunResult> {
  const target = targetOf(ctx.services, operation, input);
  const before = target && (await readTarget(ctx, target));
  const previewLines: PreviewLine[] = [];
  const acting = {
    ...actingAs(ctx, ctx.principal, { by: DRY_RUN_ACTOR, proposalId: '' }),
    previewLines,
  };
  const after = await ctx.tx
    .savepoint(async () => {
      await runAs(acting, operation, input);
      throw new DryRunEnd(target && (await readTarget(acting, target)));
    })
    .catch((end) => {
      if (end instanceof DryRunEnd) return end.after;
      throw end;
    });
  ctx.loaders.clear();
  // The preview must not reveal a record that the caller may not read.
  const isReadable = target && !refusal(target.read.access, ctx.principal);
  const changes = previewOf(isReadable ? (before ?? undefined) : undefined, after, input, ctx.now);
  const targetVersion = target ? await comparedVersion(ctx, operation, input, target) : null;
  return { target, targetVersion, preview: [...previewLines, ...changes] };
}

/**
 * Returns the version that a call compares: that of its target, or of the part of it that the route names, such as an item
 * of a room. A part has no operation that reads it alone, so the call itself is asked, with a version that no record has.
 * @returns null if the record does not exist
 */
export async function comparedVersion(
  ctx: TenantContext,
  operation: PersistedOperation,
  input: WireObject,
  target: Target,
): Promise<number | null> {
  const version = (await readTarget(ctx, target))?.version ?? null;
  const innermost = isRouted(operation) ? [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] : undefined;
  const isPart = innermost !== undefined && input[innermost] !== target.id;
  if (version === null || !isPart || !takesVersion(operation)) return version;
  const asking = actingAs(ctx, ctx.principal, { by: DRY_RUN_ACTOR, proposalId: '' });
  try {
    return await ctx.tx.savepoint(async () => {
      await runAs(asking, operation, { ...input, expected_version: 0 });
      throw new DryRunEnd(undefined);
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return version;
    const refused = causeOf(error);
    if (!(refused instanceof ServiceError)) throw error;
    if (refused.code === 'NOT_FOUND') return null;
    const current = refused.extras.details?.current_version;
    return typeof current === 'number' ? current : version;
  } finally {
    ctx.loaders.clear();
  }
}

const DRY_RUN_ACTOR: ActorRecord = { type: 'system', id: null, label: 'dry run' };

/**
 * Runs an approved call exactly once, with the proposal as its idempotency key (platform.md section 3).
 * @param author the principal with the permissions that proposer and approver share
 * @returns the result of the operation
 * @throws any error of the operation, after its writes are rolled back
 */
export async function execute(
  ctx: TenantContext,
  author: Principal,
  call: { proposalId: string; operation: PersistedOperation; input: WireObject; argumentsHash: string },
  by: ActorRecord,
): Promise<unknown> {
  const { proposalId, operation, input, argumentsHash } = call;
  const acting = actingAs(ctx, author, { by, proposalId });
  const idempotency = {
    operation: operation.name,
    key: `proposal:${proposalId}`,
    fingerprint: argumentsHash,
  };
  const answer = await ctx.tx.savepoint(() =>
    runOnce(acting, idempotency, async () => ({
      status: operation.status,
      body: { success: true, data: await runAs(acting, operation, input) },
      headers: {},
    })),
  );
  return (answer.body as { data: unknown }).data;
}

function actingAs(ctx: TenantContext, principal: Principal, approval: Principal['approval']): TenantContext {
  return deriveContext(ctx, {
    principal: { ...principal, ...(approval && { approval }) },
    inputChecked: true,
  });
}

async function runAs(ctx: TenantContext, operation: PersistedOperation, input: WireObject): Promise<unknown> {
  return (await ctx.services.runner.run(operation, ctx, toVariables(operation, input))).value;
}
