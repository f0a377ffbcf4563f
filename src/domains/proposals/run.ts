// Runs a proposed call: as a dry run when it is proposed, and for real when it is approved.
import { createHash } from 'node:crypto';
import { refusal } from '../../access/check.ts';
import type { ActorRecord, Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
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
  return { target, targetVersion: before?.version ?? null, preview: [...previewLines, ...changes] };
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
