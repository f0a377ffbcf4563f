// Resolvers of the audit log: operations call services, other fields call loaders.
import { entriesOfRequest, sealOfEntry } from '../src/domains/audit/loaders.ts';
import type { AuditEntry } from '../src/domains/audit/model.ts';
import { proofOf } from '../src/domains/audit/proofs.ts';
import {
  changesOf,
  exportAuditLog,
  getAuditEntry,
  listAuditEntries,
  targetOf,
} from '../src/domains/audit/service.ts';
import { companyById } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { dealById } from '../src/domains/deals/loaders.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

const sealMember = (member: 'seq' | 'prevHash' | 'hash') =>
  computed<AuditEntry>(['id'], ({ id }, ctx) => sealOfEntry(ctx, id).then((seal) => seal?.[member] ?? null));
const actorMember = (member: 'impersonator' | 'approver' | 'proposal_id') =>
  computed<AuditEntry>(['actor'], ({ actor }) => actor[member] ?? null);

export const audit: Resolvers = {
  Query: {
    auditLogs: (_, args, ctx, info) => listAuditEntries(ctx, args, lookahead(info, 'audit_entries')),
    auditLog: (_, { id }, ctx) => getAuditEntry(ctx, id),
  },
  Mutation: {
    exportAuditLogs: (_, { input }, ctx) => exportAuditLog(ctx, input),
  },
  AuditEntry: {
    seq: sealMember('seq'),
    prevHash: sealMember('prevHash'),
    hash: sealMember('hash'),
    impersonator: actorMember('impersonator'),
    approver: actorMember('approver'),
    proposalId: actorMember('proposal_id'),
    changes: computed<AuditEntry>(['changes'], changesOf),
    target: computed<AuditEntry>(['targetType', 'targetId', 'targetLabel'], targetOf),
    proof: computed<AuditEntry>(['id'], ({ id }, ctx) => proofOf(ctx, id)),
    request: computed<AuditEntry>(['requestId', 'occurredAt'], (entry, ctx) => entriesOfRequest(ctx, entry)),
  },
  AuditTarget: {
    company: ({ type, id }, _, ctx) => (type === 'company' ? companyById(ctx, id) : null),
    contact: ({ type, id }, _, ctx) => (type === 'contact' ? contactById(ctx, id) : null),
    deal: ({ type, id }, _, ctx) => (type === 'deal' ? dealById(ctx, id) : null),
  },
};
