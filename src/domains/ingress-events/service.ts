// Shows operators the events of providers, and lets them apply one again (platform.md §10).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { repeatPaymentEvent } from '../billing/events.ts';
import { repeatSigningEvent } from '../signing/provider-webhook.ts';
import { IngressEvent } from './model.ts';

const listing: Listing = { model: IngressEvent };

/** States of an event that had no effect and may have one now. */
const REPEATABLE = new Set(['failed', 'parked', 'dead', 'waiting']);

/** Returns a page of the events of providers, newest first. */
export function listIngressEvents(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<IngressEvent>> {
  return listPage<IngressEvent>(ctx, listing, { ...args, sort: args.sort ?? ['-created_at'] }, lookahead);
}

/**
 * Queues the effects of a stored event again. Events of mail and voice providers take effect before they are answered,
 * so the provider itself repeats one that failed.
 * @throws NOT_FOUND; CONFLICT not_repeatable
 */
export async function replayIngressEvent(ctx: TenantContext, id: string): Promise<IngressEvent> {
  const event = await find(ctx, id);
  const { workspaceId, source, connection, eventId, state, hasBody } = event;
  if (!workspaceId || !connection || !eventId || !hasBody || !REPEATABLE.has(state))
    return fail('CONFLICT', 'Only a stored event that had no effect can be applied again.', {
      details: { reason: 'not_repeatable', state },
    });
  const repeat = source === 'signing' ? repeatSigningEvent : repeatPaymentEvent;
  await inWorkspaceAsOperator(ctx, workspaceId, [], (inside) => repeat(inside, connection, eventId));
  await emit(ctx, 'ingress_event.replayed', { object: { id }, label: `${source} ${eventId}`, links: [] });
  return find(ctx, id);
}

async function find(ctx: TenantContext, id: string): Promise<IngressEvent> {
  const event = await IngressEvent.of(ctx).where({ id }).first();
  return (event as IngressEvent | undefined) ?? fail('NOT_FOUND');
}
