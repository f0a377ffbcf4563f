// Resolvers of the requests of persons and of exports: operations call services, links to files come from their jobs.
import { exportsOf, exportTenantData } from '../src/domains/platform-tenants/export.ts';
import {
  createPrivacyRequest,
  downloadOfRequest,
  executePrivacyRequest,
  getPrivacyRequest,
  listPrivacyRequests,
} from '../src/domains/privacy-requests/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const privacyRequests: Resolvers = {
  Query: {
    privacyRequests: (_, args, ctx, info) =>
      listPrivacyRequests(ctx, args, lookahead(info, 'privacy_requests')),
    privacyRequest: (_, { id }, ctx) => getPrivacyRequest(ctx, id),
  },
  Mutation: {
    createPrivacyRequest: (_, { input }, ctx) => createPrivacyRequest(ctx, input),
    executePrivacyRequest: (_, { id, expectedVersion }, ctx) =>
      executePrivacyRequest(ctx, id, expectedVersion),
    exportTenantData: (_, { id }, ctx) => exportTenantData(ctx, id),
  },
  PrivacyRequest: { download: (request, _, ctx) => downloadOfRequest(ctx, request) },
  PlatformTenant: { exports: ({ id }, _, ctx) => exportsOf(ctx, id) },
};
