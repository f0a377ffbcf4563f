// Resolvers of the webhooks of all workspaces: operations call services, the success rate a loader.
import {
  disablePlatformWebhook,
  listPlatformDeliveries,
  listPlatformWebhooks,
  replayPlatformDelivery,
  successRateOf,
} from '../src/domains/platform-webhooks/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const platformWebhooks: Resolvers = {
  Query: {
    platformWebhooks: (_, args, ctx, info) =>
      listPlatformWebhooks(ctx, args, lookahead(info, 'platform_webhooks')),
    platformDeliveries: (_, args, ctx, info) =>
      listPlatformDeliveries(ctx, args, lookahead(info, 'platform_deliveries')),
  },
  Mutation: {
    disablePlatformWebhook: (_, { id, reason }, ctx) => disablePlatformWebhook(ctx, id, reason),
    replayPlatformDelivery: (_, { id }, ctx) => replayPlatformDelivery(ctx, id),
  },
  PlatformWebhook: { successRate24h: (webhook, _, ctx) => successRateOf(ctx, webhook) },
};
