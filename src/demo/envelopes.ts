// The envelopes of a demo workspace: a template, and one in each state, with recipients, fields, links and evidence.
import { CONSENT_VERSION, consentText } from '../domains/signing/consent.ts';
import { digestOf, sha256 } from '../domains/signing/rules.ts';
import type { CompanyRow } from './companies.ts';
import { EvidenceDraw } from './envelope-evidence.ts';
import {
  type DrawnRecipient,
  drawDocument,
  drawField,
  drawRecipient,
  type EnvelopePlan,
  type EnvelopeRows,
  headerOf,
  partOf,
} from './envelope-parts.ts';
import { type DrawnFile, drawFile } from './files.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';

/** The oldest is sealed by a job as soon as the service runs. */
const PLANS: readonly EnvelopePlan[] = [
  { title: 'Framework agreement', age: 60, status: 'completing', signer: 'signed', approver: 'approved' },
  {
    title: 'Framework agreement, first draft',
    age: 50,
    status: 'expired',
    signer: 'expired',
    approver: 'expired',
  },
  {
    ...{
      title: 'Maintenance agreement',
      age: 40,
      status: 'declined',
      signer: 'declined',
      approver: 'queued',
    },
    reason: 'We keep our present supplier for another year.',
  },
  {
    ...{ title: 'Pilot agreement', age: 25, status: 'voided', signer: 'sent', approver: 'queued' },
    reason: 'Sent to the wrong person.',
  },
  {
    title: 'Extension of the agreement',
    age: 8,
    status: 'partially_signed',
    signer: 'signed',
    approver: 'sent',
  },
  {
    ...{ title: 'Non-disclosure agreement', age: 3, status: 'sent', signer: 'viewed', approver: 'queued' },
    isShown: true,
  },
  { title: 'Framework agreement 2', age: 1, status: 'draft', signer: 'created', approver: 'created' },
];
const EXPIRES_AFTER = 30;
const ENDED_AFTER = 2;

interface Setting {
  companies: readonly CompanyRow[];
  contacts: readonly ContactRow[];
  staff: Staff;
  pdf: Buffer;
  now: Date;
}

/** Draws the envelopes of a workspace; all have the same document. */
export function drawEnvelopes(random: Random, setting: Setting): EnvelopeRows {
  const rows: EnvelopeRows = {
    ...{ files: [], file_parts: [], envelopes: [], envelope_documents: [], envelope_recipients: [] },
    ...{ envelope_fields: [], envelope_links: [], envelope_events: [] },
  };
  const file = drawFile(random, rows, {
    ...{ tenantId: setting.staff.tenantId, name: 'agreement.pdf', mime: 'application/pdf' },
    ...{ content: setting.pdf, at: daysBefore(setting.now, 61) },
  });
  const author =
    setting.staff.people.find(({ roleKey }) => roleKey === 'manager') ?? setting.staff.people[0]!;
  const clients = setting.companies.filter(
    ({ client_status, deleted_at }) => client_status === 'active' && !deleted_at,
  );
  const people = setting.contacts.filter(
    ({ company_id, email, deleted_at }) =>
      email && !deleted_at && clients.some(({ id }) => id === company_id),
  );
  for (const plan of PLANS)
    drawEnvelope(random, rows, plan, { ...setting, file, author, signer: random.pick(people) });
  drawTemplate(random, rows, { ...setting, file, author });
  return rows;
}

type Parties = Setting & { file: DrawnFile; author: StaffMember; signer: ContactRow };

function drawEnvelope(random: Random, rows: EnvelopeRows, plan: EnvelopePlan, parties: Parties): void {
  const { file, author, signer, now, staff } = parties;
  const at = daysBefore(now, plan.age);
  const envelope = { ...headerOf(random, parties, at), company_id: signer.company_id, title: plan.title };
  const wasSent = plan.status !== 'draft';
  const endedAt = daysBefore(at, -ENDED_AFTER);
  const expiresAt = daysBefore(at, plan.status === 'expired' ? -EXPIRES_AFTER : -EXPIRES_AFTER - plan.age);
  rows.envelopes.push({
    ...{ ...envelope, kind: 'envelope', status: plan.status },
    ...{ expires_at: wasSent ? expiresAt : null, sent_at: wasSent ? at : null },
    expired_at: plan.status === 'expired' ? expiresAt : null,
    status_before_expiry: plan.status === 'expired' ? 'sent' : null,
    decline_reason: plan.status === 'declined' ? plan.reason : null,
    void_reason: plan.status === 'voided' ? plan.reason : null,
    consent_version: wasSent ? CONSENT_VERSION : null,
  });
  const document = drawDocument(random, rows, envelope, file);
  const recipients = [
    {
      role: 'signer',
      status: plan.signer,
      name: signer.display_name,
      email: signer.email!,
      contact: signer.id,
    },
    { role: 'approver', status: plan.approver, name: author.name, email: author.email, contact: null },
  ].map((person, index) => drawRecipient(random, rows, { envelope, plan, endedAt }, person, index));
  const value = plan.signer === 'signed' ? { type: 'typed', text: signer.display_name } : null;
  drawField(random, rows, { envelope, document, recipientId: recipients[0]!.id, value });
  const evidence = new EvidenceDraw(staff.tenantId, envelope.id, actor(author));
  evidence.add('created', at, { title: plan.title });
  if (wasSent) addEvidence(evidence, { plan, at, endedAt, expiresAt, file, document, recipients });
  rows.envelope_events.push(...evidence.rows);
}

interface Ceremony {
  plan: EnvelopePlan;
  at: Date;
  endedAt: Date;
  expiresAt: Date;
  file: DrawnFile;
  document: { id: string; name: string };
  recipients: readonly DrawnRecipient[];
}

/** Adds what happened to an envelope that was sent. */
function addEvidence(
  evidence: EvidenceDraw,
  { plan, at, endedAt, expiresAt, file, document, recipients }: Ceremony,
): void {
  const digest = digestOf([{ sha256Original: file.sha256 }]);
  evidence.add('sent', at, {
    document_digest: digest,
    documents: [{ id: document.id, name: document.name, sha256: file.sha256 }],
    expires_at: expiresAt.toISOString(),
    recipients: recipients.map(({ id, role }, index) => ({ id, role, routing_order: index + 1 })),
  });
  for (const recipient of recipients) {
    const { status } = recipient;
    if (['viewed', 'signed', 'approved', 'declined'].includes(status))
      evidence.add('viewed', endedAt, {}, recipient);
    if (status === 'declined') evidence.add('declined', endedAt, { reason: plan.reason }, recipient);
    if (status !== 'signed' && status !== 'approved') continue;
    const consent = { version: CONSENT_VERSION, text_sha256: sha256(consentText(CONSENT_VERSION)) };
    evidence.add('consented', endedAt, consent, recipient);
    evidence.add(status, endedAt, { document_digest: digest }, recipient);
  }
  if (plan.status === 'voided') evidence.add('voided', endedAt, { reason: plan.reason });
  if (plan.status === 'expired')
    evidence.addBySystem('expired', expiresAt, { expires_at: expiresAt.toISOString() });
}

/** Draws a template with roles for both parties. */
function drawTemplate(
  random: Random,
  rows: EnvelopeRows,
  { file, author, staff, now }: Omit<Parties, 'signer'>,
): void {
  const at = daysBefore(now, 90);
  const envelope = headerOf(random, { staff, author }, at);
  const title = 'Framework agreement';
  rows.envelopes.push({ ...rows.envelopes.at(-1), ...envelope, kind: 'template', title, company_id: null });
  const document = drawDocument(random, rows, envelope, file);
  const roles = ['signer', 'approver'].map((role, index) => ({
    ...{
      ...partOf(random, envelope),
      role,
      position: index + 1,
      routing_order: index + 1,
      status: 'created',
    },
    ...{ key: index ? 'seller' : 'buyer', name: null, email: null, contact_id: null, auth: 'none' },
    ...{
      code_tries: 0,
      code_requests: [],
      viewed_at: null,
      signed_at: null,
      decline_reason: null,
      answer: null,
    },
  }));
  rows.envelope_recipients.push(...roles);
  drawField(random, rows, { envelope, document, recipientId: roles[0]!.id, value: null });
  const evidence = new EvidenceDraw(staff.tenantId, envelope.id, actor(author));
  evidence.add('created', at, { title });
  rows.envelope_events.push(...evidence.rows);
}
