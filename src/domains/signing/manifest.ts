// The manifest of a completed envelope: what was signed by whom, in the form that is signed.
import { canonicalJson } from '../../operations/canonical.ts';
import type { Envelope, EnvelopeDocument, EnvelopeEvent, EnvelopeRecipient } from './model.ts';
import type { Paragraph } from './pdf-task.ts';

/** Returns the canonical JSON of the manifest. */
export function manifestOf(
  envelope: Envelope,
  {
    documents,
    recipients,
    completedAt,
    lastEventHash,
  }: {
    documents: readonly EnvelopeDocument[];
    recipients: readonly EnvelopeRecipient[];
    completedAt: Date;
    lastEventHash: string;
  },
): string {
  return canonicalJson({
    version: 1,
    envelope_id: envelope.id,
    title: envelope.title,
    completed_at: completedAt.toISOString(),
    documents: documents.map(({ id, name, sha256Original, sha256Final }) => ({
      ...{ id, name },
      sha256_original: sha256Original,
      sha256_final: sha256Final,
    })),
    recipients: recipients.map(({ id, name, email, role, routingOrder, auth, status, signedAt }) => ({
      ...{ id, name, email, role, auth, status },
      routing_order: routingOrder,
      signed_at: signedAt?.toISOString() ?? null,
    })),
    last_event_hash: lastEventHash,
    consent_version: envelope.consentVersion,
  });
}

/** Returns the paragraphs about an envelope, its documents, recipients and events. */
export function evidenceParagraphs(
  envelope: Envelope,
  {
    heading,
    documents,
    recipients,
    events,
  }: {
    heading: string;
    documents: readonly EnvelopeDocument[];
    recipients: readonly EnvelopeRecipient[];
    events: readonly EnvelopeEvent[];
  },
): Paragraph[] {
  const text = (one: string): Paragraph => ({ text: one, style: 'text' });
  const small = (one: string): Paragraph => ({ text: one, style: 'small' });
  return [
    { text: heading, style: 'title' },
    text(`Envelope ${envelope.id}`),
    text(`“${envelope.title}”, sent on ${envelope.sentAt!.toISOString()} by ${envelope.createdBy.label}`),
    { text: 'Documents', style: 'heading' },
    ...documents.flatMap(({ name, pages, sha256Original, sha256Final }) => [
      text(`${name} (${pages} ${pages === 1 ? 'page' : 'pages'})`),
      small(`SHA-256 of the original: ${sha256Original}`),
      ...(sha256Final ? [small(`SHA-256 of the sealed document: ${sha256Final}`)] : []),
    ]),
    { text: 'Recipients', style: 'heading' },
    ...recipients.flatMap(({ name, email, role, auth, status, signedAt }) => [
      text(`${name} <${email}>, ${role}: ${status}${signedAt ? ` on ${signedAt.toISOString()}` : ''}`),
      small(`Authentication: ${auth.replaceAll('_', ' ')}`),
    ]),
    { text: 'Events', style: 'heading' },
    ...events.flatMap(({ seq, type, at, canonical, hash }) => {
      const { actor, ip } = JSON.parse(canonical) as { actor: { label: string }; ip: string | null };
      return [
        text(
          `${seq}. ${type.replaceAll('_', ' ')} – ${at.toISOString()} – ${actor.label}${ip ? ` – ${ip}` : ''}`,
        ),
        small(hash),
      ];
    }),
  ];
}
