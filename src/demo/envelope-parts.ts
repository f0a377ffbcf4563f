// The parts of an envelope of the demo: its document, recipients, links and fields.
import type { EnvelopeStatus, RecipientStatus } from '../domains/signing/model.ts';
import { sha256 } from '../domains/signing/rules.ts';
import { SIGNATURE } from './agreement.ts';
import type { Row } from './companies.ts';
import type { DrawnFile, FileRows } from './files.ts';
import { signingToken } from './links.ts';
import type { Random } from './random.ts';
import { actor, type Staff, type StaffMember } from './staff.ts';

/** Rows of the tables of signing, by table. */
export interface EnvelopeRows extends FileRows {
  envelopes: Row[];
  envelope_documents: Row[];
  envelope_recipients: Row[];
  envelope_fields: Row[];
  envelope_links: Row[];
  envelope_events: Row[];
}

/** An envelope of the demo: its age in days, and what became of its signer and of the approver behind. */
export interface EnvelopePlan {
  title: string;
  age: number;
  status: EnvelopeStatus;
  signer: RecipientStatus;
  approver: RecipientStatus;
  reason?: string;
  /** Whether `npm run demo` shows the link of its signer. */
  isShown?: boolean;
}

/** The columns that all envelopes have the same. */
export function headerOf(random: Random, { staff, author }: { staff: Staff; author: StaffMember }, at: Date) {
  const stamps = { created_at: at, updated_at: at, created_by: actor(author), updated_by: actor(author) };
  return {
    ...{ tenant_id: staff.tenantId, id: random.id(at), version: 1, custom_fields: {}, tags: [], ...stamps },
    ...{ message: null, routing: 'sequential', decline_policy: 'stop', provider: 'internal', words: '' },
    ...{ reminder: null, reminder_count: 0 },
  };
}

type Header = ReturnType<typeof headerOf>;

/** The columns that all parts of an envelope have the same. */
export function partOf(random: Random, { tenant_id, id, created_at }: Header) {
  const stamps = { created_at, updated_at: created_at };
  return { tenant_id, id: random.id(created_at), envelope_id: id, position: 1, ...stamps };
}

/** Draws the document of an envelope. */
export function drawDocument(random: Random, rows: EnvelopeRows, envelope: Header, file: DrawnFile) {
  const document = {
    ...{ ...partOf(random, envelope), name: 'agreement.pdf', pages: 1, size: file.bytes },
    ...{ original_file_id: file.id, sha256_original: file.sha256 },
  };
  rows.envelope_documents.push(document);
  return document;
}

/** Draws the field for a signature. */
export function drawField(
  random: Random,
  rows: EnvelopeRows,
  {
    envelope,
    document,
    recipientId,
    value,
  }: { envelope: Header; document: { id: string }; recipientId: string; value: object | null },
): void {
  rows.envelope_fields.push({
    ...{
      ...partOf(random, envelope),
      recipient_id: recipientId,
      document_id: document.id,
      type: 'signature',
    },
    ...{ ...SIGNATURE, label: 'Signature', page: 1, required: true, options: [], value },
  });
}

/** A recipient of the demo, as its evidence names them. */
export interface DrawnRecipient {
  id: string;
  name: string;
  role: string;
  status: RecipientStatus;
}

/** Draws a recipient, with a link once they are invited. */
export function drawRecipient(
  random: Random,
  rows: EnvelopeRows,
  { envelope, plan, endedAt }: { envelope: Header; plan: EnvelopePlan; endedAt: Date },
  { contact, ...person }: Omit<DrawnRecipient, 'id'> & { email: string; contact: string | null },
  index: number,
): DrawnRecipient {
  const isDone = ['signed', 'approved'].includes(person.status);
  const wasRead = isDone || ['viewed', 'declined'].includes(person.status);
  const recipient = {
    ...{ ...partOf(random, envelope), ...person, position: index + 1, contact_id: contact, key: null },
    ...{ routing_order: index + 1, auth: 'none', code_tries: 0, code_requests: [] },
    ...{ viewed_at: wasRead ? endedAt : null, signed_at: isDone ? endedAt : null },
    decline_reason: person.status === 'declined' ? plan.reason : null,
    answer: isDone ? { recipientStatus: person.status, envelopeStatus: plan.status, at: endedAt } : null,
  };
  rows.envelope_recipients.push(recipient);
  if (!['created', 'queued'].includes(person.status)) {
    const { tenant_id, id, envelope_id, created_at } = recipient;
    const link = { tenant_id, id: random.id(created_at), envelope_id, recipient_id: id, created_at };
    const secret = random.id(created_at);
    const isShown = plan.isShown && person.role === 'signer';
    // Of the others nobody knows the secret.
    rows.envelope_links.push({ ...link, token_hash: sha256(isShown ? signingToken(tenant_id) : secret) });
  }
  return { id: recipient.id, name: person.name, role: person.role, status: person.status };
}
