// The automation policy of a workspace. Admins set it, and a change takes effect in every process at once
// (platform.md section 6).

import { raw } from 'objection';
import type { Mode, RiskClass } from '../../access/automation-policy.ts';
import { actorOf } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { assertVersion } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { cancelProposals } from '../proposals/withdraw.ts';
import { AutomationPolicy } from './model.ts';
import { assertModes, assertQuietHours } from './rules.ts';

export interface PolicyInput {
  enabled?: boolean | null;
  modes?: Partial<
    Record<'write' | 'externalSend' | 'financial' | 'destructive' | 'signing', Mode | null>
  > | null;
  fourEyes?: RiskClass[] | null;
  proposalTtlHours?: number | null;
  dailyCap?: number | null;
  quietHours?: { from: string; until: string } | null;
  killSwitch?: boolean | null;
}

/** Returns the automation policy of the workspace. */
export async function getPolicy(ctx: TenantContext): Promise<AutomationPolicy> {
  return (await AutomationPolicy.of(ctx).first()) ?? fail('NOT_FOUND');
}

/**
 * Changes the given settings. The kill switch also cancels every pending proposal.
 * @throws PRECONDITION_FAILED, VALIDATION_ERROR never_allowed if a risky class would need no approval
 */
export async function setPolicy(
  ctx: TenantContext,
  input: PolicyInput,
  expectedVersion?: number | null,
): Promise<AutomationPolicy> {
  const before = (await AutomationPolicy.of(ctx).forUpdate().first()) ?? fail('NOT_FOUND');
  assertVersion(before, expectedVersion);
  const changed = Object.entries(fieldsOf(input)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof AutomationPolicy]),
  );
  if (changed.length === 0) return before;
  const [after] = await AutomationPolicy.of(ctx)
    .patch({
      ...Object.fromEntries(changed),
      version: raw('version + 1'),
      updatedAt: ctx.now,
      updatedBy: actorOf(ctx.principal),
    } as never)
    .returning('*');
  await announceChange(ctx, ctx.tenantId);
  await emit(ctx, 'agent_policy.updated', {
    object: { id: ctx.tenantId, version: after!.version },
    before: before.toJSON(),
    after: after!.toJSON(),
    links: [],
  });
  if (after!.killSwitch && !before.killSwitch) await cancelProposals(ctx, {});
  return after!;
}

/** Returns the columns that the input sets. */
function fieldsOf({ modes, quietHours, ...plain }: PolicyInput): Partial<AutomationPolicy> {
  for (const [field, value] of Object.entries({ ...plain, modes })) {
    if (value !== null) continue;
    const path = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw invalid(path, 'required', 'This setting of the policy cannot be null.');
  }
  assertModes(modes ?? {});
  assertQuietHours(quietHours);
  const fields = {
    ...plain,
    ...(plain.fourEyes && { fourEyes: [...new Set(plain.fourEyes)] }),
    modeWrite: modes?.write,
    modeExternalSend: modes?.externalSend,
    modeFinancial: modes?.financial,
    modeDestructive: modes?.destructive,
    modeSigning: modes?.signing,
    ...(quietHours !== undefined && {
      quietFrom: quietHours?.from ?? null,
      quietUntil: quietHours?.until ?? null,
    }),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<AutomationPolicy>;
}
