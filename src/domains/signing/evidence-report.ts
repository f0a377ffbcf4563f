// What callers may read of the evidence: the chain, and the signed manifest.
import { publicEvidenceKey } from '../../access/evidence-keys.ts';
import type { TenantContext } from '../../context.ts';
import { type CanonicalEvent, evidenceOf } from './evidence.ts';
import { settleOnRead } from './expiry.ts';
import { Envelope, type EnvelopeEvent } from './model.ts';
import { isChain } from './rules.ts';

/** Members of an event's data that agents do not get. */
const FOR_PEOPLE = ['url', 'payload', 'email', 'provider_envelope_id'];

/** Returns the chain and the signed manifest of an envelope. @throws NOT_FOUND */
export async function getEvidence(ctx: TenantContext, id: string) {
  const found = await Envelope.find<Envelope>(ctx, id);
  const envelope = (await settleOnRead(ctx, found)) ? await Envelope.find<Envelope>(ctx, id) : found;
  const events = await evidenceOf(ctx, id);
  const { manifest, manifestSignature: signature } = envelope;
  return {
    envelopeId: id,
    events: events.map((event) => eventFor(ctx, event)),
    chainValid: isChain(events),
    manifest: manifest && manifestFor(ctx, JSON.parse(manifest)),
    signature,
    publicKey: signature && (await publicEvidenceKey(ctx.services, signature.kid)),
  };
}

/** Returns the manifest as a caller may read it: agents get no mail addresses, so they cannot verify it. */
function manifestFor(ctx: TenantContext, manifest: { recipients: object[] }): object {
  if (ctx.principal.kind !== 'agent') return manifest;
  return { ...manifest, recipients: manifest.recipients.map((one) => ({ ...one, email: null })) };
}

function eventFor(ctx: TenantContext, { seq, type, at, canonical, prevHash, hash }: EnvelopeEvent) {
  const { actor, ip, user_agent: userAgent, data } = JSON.parse(canonical) as CanonicalEvent;
  const isAgent = ctx.principal.kind === 'agent';
  if (!isAgent) return { seq, type, at, actor, ip, userAgent, data, prevHash, hash, canonical };
  const visible = Object.fromEntries(Object.entries(data).filter(([name]) => !FOR_PEOPLE.includes(name)));
  return { seq, type, at, actor, ip: null, userAgent: null, data: visible, prevHash, hash, canonical: null };
}
