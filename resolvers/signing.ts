// Resolvers of signing: operations call services, other fields call loaders.
import { companyById, liveCompanyId } from '../src/domains/companies/loaders.ts';
import { dealById, liveDealId } from '../src/domains/deals/loaders.ts';
import { liveProjectId, projectById } from '../src/domains/projects/loaders.ts';
import {
  declineSigning,
  sessionDocument,
  submitSigning,
  viewSession,
} from '../src/domains/signing/ceremony.ts';
import { authenticate } from '../src/domains/signing/codes.ts';
import {
  addDocument,
  certificate,
  documentContent,
  verifyDocument,
} from '../src/domains/signing/documents.ts';
import { getEvidence } from '../src/domains/signing/evidence-report.ts';
import { recipientStatus } from '../src/domains/signing/expiry.ts';
import { setFields } from '../src/domains/signing/fields.ts';
import {
  documentsOf,
  envelopesOfCompany,
  fieldsOf,
  progressOf,
  recipientsOf,
  statusAt,
} from '../src/domains/signing/kind.ts';
import type { Envelope, EnvelopeField, EnvelopeRecipient } from '../src/domains/signing/model.ts';
import { setRecipients } from '../src/domains/signing/recipients.ts';
import { correctRecipient, remindEnvelope, voidEnvelope } from '../src/domains/signing/running.ts';
import { sendEnvelope } from '../src/domains/signing/send.ts';
import {
  createEnvelope,
  deleteEnvelope,
  getEnvelope,
  listEnvelopes,
  updateEnvelope,
} from '../src/domains/signing/service.ts';
import { fromTemplate } from '../src/domains/signing/templates.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

/** The members of a field under the names of its columns. */
const fieldMembers = {
  group: column<EnvelopeField>('groupName'),
  default: column<EnvelopeField>('defaultValue'),
};

export const signing: Resolvers = {
  Query: {
    envelope: (_, { id }, ctx, info) => getEnvelope(ctx, id, lookahead(info, 'envelopes')),
    envelopes: (_, args, ctx, info) => listEnvelopes(ctx, args, lookahead(info, 'envelopes')),
    envelopeDocumentContent: (_, { id, documentId, version }, ctx) =>
      documentContent(ctx, id, documentId, version),
    envelopeEvidence: (_, { id }, ctx) => getEvidence(ctx, id) as never,
    envelopeCertificate: (_, { id }, ctx) => certificate(ctx, id),
    verifySignedDocument: (_, input, ctx) => verifyDocument(ctx, input),
    signingSession: (_, secrets, ctx) => viewSession(ctx, secrets) as never,
    signingSessionDocument: (_, { documentId, ...secrets }, ctx) => sessionDocument(ctx, secrets, documentId),
  },
  Mutation: {
    createEnvelope: (_, { input }, ctx) => createEnvelope(ctx, input),
    updateEnvelope: (_, { id, input, expectedVersion }, ctx) =>
      updateEnvelope(ctx, id, input, expectedVersion),
    deleteEnvelope: (_, { id, expectedVersion }, ctx) => deleteEnvelope(ctx, id, expectedVersion),
    addEnvelopeDocument: (_, { id, input, expectedVersion }, ctx) =>
      addDocument(ctx, id, input, expectedVersion),
    setEnvelopeRecipients: (_, { id, recipients, expectedVersion }, ctx) =>
      setRecipients(ctx, id, recipients, expectedVersion),
    setEnvelopeFields: (_, { id, fields, expectedVersion }, ctx) =>
      setFields(ctx, id, fields, expectedVersion),
    sendEnvelope: (_, { id, expectedVersion, ...input }, ctx) =>
      sendEnvelope(ctx, id, input, expectedVersion),
    voidEnvelope: (_, { id, reason, expectedVersion }, ctx) => voidEnvelope(ctx, id, reason, expectedVersion),
    remindEnvelope: (_, { id, expectedVersion, ...input }, ctx) =>
      remindEnvelope(ctx, id, input, expectedVersion),
    correctEnvelopeRecipient: (_, { id, recipientId, input, expectedVersion }, ctx) =>
      correctRecipient(ctx, id, recipientId, input, expectedVersion),
    useEnvelopeTemplate: (_, { id, input }, ctx) => fromTemplate(ctx, id, input),
    authenticateSigningSession: (_, { token, input }, ctx) => authenticate(ctx, token, input),
    submitSigning: (_, { input, ...secrets }, ctx) => submitSigning(ctx, secrets, input) as never,
    declineSigning: (_, { reason, ...secrets }, ctx) => declineSigning(ctx, secrets, reason) as never,
  },
  Envelope: {
    status: computed<Envelope>(['status', 'expiresAt'], (envelope, { now }) => statusAt(envelope, now)),
    companyId: related(liveCompanyId, 'companyId'),
    company: related(companyById, 'companyId'),
    dealId: related(liveDealId, 'dealId'),
    deal: related(dealById, 'dealId'),
    projectId: related(liveProjectId, 'projectId'),
    project: related(projectById, 'projectId'),
    source: computed<Envelope>(['sourceType', 'sourceId'], ({ sourceType, sourceId }) =>
      sourceType ? { type: sourceType, id: sourceId } : null,
    ),
    providerEnvelopeId: computed<Envelope>(['providerEnvelopeId'], ({ providerEnvelopeId }, { principal }) =>
      principal.kind === 'agent' ? null : providerEnvelopeId,
    ),
    documents: related(documentsOf),
    recipients: related(recipientsOf),
    fields: related(fieldsOf),
    progress: computed<Envelope>(['id'], async ({ id }, ctx) => progressOf(await recipientsOf(ctx, id))),
  },
  EnvelopeRecipient: {
    status: computed<EnvelopeRecipient>(['status', 'envelopeId'], (recipient, ctx) =>
      recipientStatus(ctx, recipient),
    ),
    // Agents never see the address of a signer (imports-dashboard-signing.md section 10).
    email: computed<EnvelopeRecipient>(['email'], ({ email }, { principal }) =>
      principal.kind === 'agent' ? null : email,
    ),
  },
  EnvelopeField: fieldMembers,
  SigningField: fieldMembers,
  Company: { envelopes: related(envelopesOfCompany) },
};
