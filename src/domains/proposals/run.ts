// Running a proposed call: once without effect when it is proposed, and once for good when it is approved.
import { createHash } from 'node:crypto';
import { refusal } from '../../access/check.ts';
import type { ActorRecord, Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { runOnce } from '../../operations/idempotency.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';
import { type PreviewLine, previewOf } from './rules.ts';
import { readTarget, type Target, targetOf } from './target.ts';

/** What is shown of a call to who decides, and held against what there is then. */
export interface Rehearsal {
  target: Target | undefined;
  targetVersion: number | null;
  preview: PreviewLine[];
}

/** Ends a rehearsal: all that it wrote is undone. */
class Rehearsed {
  readonly after: WireObject | null | undefined;
  constructor(after: WireObject | null | undefined) {
    this.after = after;
  }
}

/** The digest by which a decider says which arguments they have seen: SHA-256 of the canonical JSON. */
export function hashOf(input: WireObject): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

/**
 * Runs a call as its proposer and undoes it: what could not run cannot queue, and what it would change is seen.
 * @throws what the call itself would be refused with
 */
export async function rehearse(
  ctx: TenantContext,
  operation: PersistedOperation,
  input: WireObject,
): Promise<Rehearsal> {
  const target = targetOf(ctx.services, operation, input);
  const before = target && (await readTarget(ctx, target));
  const acting = actingAs(ctx, ctx.principal, { by: nobody, proposalId: '' });
  const after = await ctx.tx
    .savepoint(async () => {
      await runAs(acting, operation, input);
      throw new Rehearsed(target && (await readTarget(acting, target)));
    })
    .catch((end) => {
      if (end instanceof Rehearsed) return end.after;
      throw end;
    });
  ctx.loaders.clear();
  // Who may not read the record must not read it here.
  const isShown = target && !refusal(target.read.access, ctx.principal);
  const preview = previewOf(isShown ? (before ?? undefined) : undefined, after, input, ctx.now);
  return { target, targetVersion: before?.version ?? null, preview };
}

const nobody: ActorRecord = { type: 'system', id: null, label: 'rehearsal' };

/**
 * Runs an approved call for good, exactly once, under the key of its proposal (platform.md section 3).
 * @param author the proposer as far as the approver reaches too
 * @returns the value that the operation answers
 * @throws what the operation refuses; its writes are undone then
 */
export async function execute(
  ctx: TenantContext,
  author: Principal,
  call: { proposalId: string; operation: PersistedOperation; input: WireObject; argumentsHash: string },
  by: ActorRecord,
): Promise<unknown> {
  const { proposalId, operation, input, argumentsHash } = call;
  const acting = actingAs(ctx, author, { by, proposalId });
  const keyed = { operation: operation.name, key: `proposal:${proposalId}`, fingerprint: argumentsHash };
  const answer = await ctx.tx.savepoint(() =>
    runOnce(acting, keyed, async () => ({
      status: operation.status,
      body: { success: true, data: await runAs(acting, operation, input) },
      headers: {},
    })),
  );
  return (answer.body as { data: unknown }).data;
}

function actingAs(ctx: TenantContext, principal: Principal, approval: Principal['approval']): TenantContext {
  return {
    ...ctx,
    principal: { ...principal, ...(approval && { approval }) },
    loaders: new Map(),
    redacted: new Set(),
    inputChecked: true,
  };
}

async function runAs(ctx: TenantContext, operation: PersistedOperation, input: WireObject): Promise<unknown> {
  return (await ctx.services.runner.run(operation, ctx, toVariables(operation, input))).value;
}
