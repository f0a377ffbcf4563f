// What a contact has agreed to, channel by channel (crm.md section 4).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { linksOf, lockContact } from './associations.ts';
import type { Consent, Contact, ContactConsent } from './model.ts';
import { CHANNELS, wholeConsent } from './rules.ts';

/** What a caller records for a channel; absent leaves alone, null makes it unknown. */
export type ConsentInput = {
  [channel in keyof ContactConsent]?: { state: Consent['state']; source?: string | null } | null;
};

/** The consent of a contact on all channels. */
export function consentOf({ consent }: Pick<Contact, 'consent'>): ContactConsent {
  return wholeConsent(consent);
}

/**
 * Records what a contact has agreed to; what is recorded already stays with its time and author.
 * A channel that is not given keeps its consent: an opt-out is not lost by leaving it out.
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
    const given = input[channel];
    if (given === undefined) continue;
    const { state, source = null } = given ?? { state: 'unknown' };
    if (consent[channel].state === state && consent[channel].source === source) continue;
    consent[channel] = { state, source, at: ctx.now.toISOString(), by };
    changed = true;
  }
  if (!changed) return before;
  const after = await before.change(ctx, { consent });
  await emit(ctx, 'contact.consent_changed', {
    object: after,
    label: after.displayName,
    before: { consent: consentOf(before) },
    after: { consent },
    links: linksOf(after),
    data: { consent: Object.fromEntries(CHANNELS.map((channel) => [channel, consent[channel].state])) },
  });
  return after;
}
