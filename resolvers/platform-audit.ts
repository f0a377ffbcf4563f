// Resolvers of what operators did and of their means against leaks: operations call services.
import type { PlatformAuditEntry } from '../src/domains/platform-audit/model.ts';
import {
  listPlatformAudit,
  revokeLeakedTokens,
  rotateSigningKey,
  verifyAuditChain,
} from '../src/domains/platform-audit/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const platformAudit: Resolvers = {
  Query: {
    platformAuditLogs: (_, args, ctx, info) =>
      listPlatformAudit(ctx, args, lookahead(info, 'platform_audit_entries')),
    verifyAuditChain: (_, { tenantId }, ctx) => verifyAuditChain(ctx, tenantId),
  },
  Mutation: {
    revokeLeakedTokens: (_, args, ctx) => revokeLeakedTokens(ctx, args),
    rotateSigningKey: (_, _args, ctx) => rotateSigningKey(ctx),
  },
  PlatformAuditEntry: {
    impersonator: computed<PlatformAuditEntry>(['actor'], ({ actor }) => actor.impersonator ?? null),
  },
};
