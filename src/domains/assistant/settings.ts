// The settings of the assistant of a workspace: all members read them, admins change them (service.md 4.2).

import { actorOf } from '../../access/principal.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import type { DataClass } from '../models/rules.ts';
import { hasUsableRoute } from '../models/use.ts';
import { AssistantSettings } from './model.ts';

export interface AssistantSettingsInput {
  enabled?: boolean | null;
  retentionDays?: number | null;
  dataClasses?: DataClass[] | null;
  allowProposals?: boolean | null;
}

/** The default retention of conversations; migration 0019 has the same default. */
export const RETENTION_DAYS = 90;

/** Returns the stored settings, or the defaults. */
export async function getSettings(ctx: TenantContext): Promise<AssistantSettings> {
  const stored = await AssistantSettings.of(ctx).where({ id: ctx.tenantId }).first();
  return stored ?? defaults(ctx);
}

/** Changes the given settings, effective at once. @throws PRECONDITION_FAILED */
export async function updateSettings(
  ctx: TenantContext,
  input: AssistantSettingsInput,
  expectedVersion?: number | null,
): Promise<AssistantSettings> {
  const actor = JSON.stringify(actorOf(ctx.principal));
  await ctx.tx.rows(
    `insert into assistant_settings (tenant_id, id, created_at, updated_at, created_by, updated_by)
     values ($1, $1, $2, $2, $3, $3) on conflict do nothing`,
    [ctx.tenantId, ctx.now, actor],
  );
  const before = await AssistantSettings.lock(ctx, ctx.tenantId, { expectedVersion });
  const after = await before.change(ctx, {
    ...(input.enabled != null && { enabled: input.enabled }),
    ...(input.retentionDays != null && { retentionDays: input.retentionDays }),
    ...(input.dataClasses != null && { dataClasses: [...new Set(input.dataClasses)].sort() }),
    ...(input.allowProposals != null && { allowProposals: input.allowProposals }),
  });
  if (after === before) return before;
  await emit(ctx, 'assistant.settings_updated', {
    object: after,
    before: before.toJSON(),
    after: after.toJSON(),
    links: [],
  });
  await announceChange(ctx, ctx.tenantId);
  return after;
}

/** Returns whether a model is set up and available for chats. */
export function isModelReady(ctx: TenantContext): Promise<boolean> {
  return hasUsableRoute(ctx, 'assistant_chat');
}

function defaults({ tenantId, now }: TenantContext): AssistantSettings {
  return AssistantSettings.fromJson(
    {
      tenantId,
      id: tenantId,
      version: 1,
      enabled: true,
      retentionDays: RETENTION_DAYS,
      dataClasses: ['ordinary_crm'],
      allowProposals: true,
      createdAt: now,
      updatedAt: now,
    },
    { skipValidation: true },
  );
}
