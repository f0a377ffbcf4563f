// The consent of a contact, by channel (crm.md section 4).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { endUnwantedEnrolments } from '../enrolments/endings.ts';
import { lockContact, timelineLinks } from './associations.ts';
import { type Consent, Contact, type ContactConsent } from './model.ts';
import { CHANNELS, completeConsent } from './rules.ts';

/** The consent to record per channel; an absent channel is left unchanged, null resets it to unknown. */
export type ConsentInput = {
  [channel in keyof ContactConsent]?: { state: Consent['state']; source?: string | null } | null;
};

/** Returns the consent of a contact on all channels. */
export function consentOf({ consent }: Pick<Contact, 'consent'>): ContactConsent {
  return completeConsent(consent);
}

/**
 * Records the consent of a contact. A consent that does not change keeps its time and author, and so does a channel
 * that is not given: omitting an opt-out does not revoke it.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function setConsent(
  ctx: TenantContext,
  id: string,
  input: ConsentInput,
  expectedVersion?: number | null,
): Promise<Contact> {
  const before = await lockContact(ctx, id, expectedVersion);
  const consent = consentOf(before);
  const by = actorOf(ctx.principal);
  let changed = false;
  for (const channel of CHANNELS) {
    const channelInput = input[channel];
    if (channelInput === undefined) continue;
    const { state, source = null } = channelInput ?? { state: 'unknown' };
    if (consent[channel].state === state && consent[channel].source === source) continue;
    consent[channel] = { state, source, at: ctx.now.toISOString(), by };
    changed = true;
  }
  if (!changed) return before;
  const after = await before.change(ctx, { consent });
  await endUnwantedEnrolments(ctx, after);
  await emit(ctx, 'contact.consent_changed', {
    object: after,
    label: after.displayName,
    before: { consent: consentOf(before) },
    after: { consent },
    links: timelineLinks(after),
    data: { consent: Object.fromEntries(CHANNELS.map((channel) => [channel, consent[channel].state])) },
  });
  return after;
}

/**
 * Records that a contact unsubscribed from mail by the link of a message.
 * @returns false if they had opted out before; then nothing changes
 */
export async function recordUnsubscription(ctx: TenantContext, id: string): Promise<boolean> {
  const before = await Contact.lock<Contact>(ctx, id);
  const consent = consentOf(before);
  if (consent.email.state === 'opted_out') return false;
  const by = actorOf(ctx.principal);
  consent.email = { state: 'opted_out', source: 'unsubscribe', at: ctx.now.toISOString(), by };
  const after = await before.change(ctx, { consent });
  await emit(ctx, 'contact.unsubscribed', {
    object: after,
    label: after.displayName,
    before: { consent: consentOf(before) },
    after: { consent },
    links: timelineLinks(after),
  });
  return true;
}
