// Scheduled work on impersonations: their ends that no call wrote into the audit of the workspace.
import { randomUUID } from 'node:crypto';
import { emit } from '../../events/emit.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import type { ImpersonationEnd } from './model.ts';

const BATCH = 100;

/** Writes the ends of impersonations into the audit: by time, by the person, or by the workspace; runs every minute. */
export async function reportEndedImpersonations(
  services: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const now = services.clock.now();
  const ended = await services.database.read({}, (tx) =>
    tx.rows<{ id: string; tenantId: string }>(
      `select id, workspace_id as "tenantId" from impersonations
       where reported_at is null and (ended_at is not null or expires_at <= $1) order by expires_at limit ${BATCH}`,
      [now],
    ),
  );
  for (const { id, tenantId } of ended) {
    if (signal?.aborted) return;
    await inWorkspace(
      { services, log, tenantId, requestId: `impersonation-${randomUUID()}` },
      async (ctx) => {
        const [row] = await ctx.tx.rows<{ endReason: ImpersonationEnd; requests: number; name: string }>(
          `update impersonations i set reported_at = $2, ended_at = coalesce(i.ended_at, i.expires_at),
           end_reason = coalesce(i.end_reason, 'expired'), updated_at = $2
         from users u where i.id = $1 and i.reported_at is null and u.id = i.user_id
         returning i.end_reason as "endReason", i.requests, u.name`,
          [id, now],
        );
        if (!row) return;
        const { name, ...after } = row;
        await emit(ctx, 'impersonation.ended', { object: { id }, label: name, after, links: [] });
      },
    );
  }
}
