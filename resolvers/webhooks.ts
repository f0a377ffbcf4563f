// Resolvers of webhooks: operations call services, other fields call loaders.
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  replayDelivery,
} from '../src/domains/webhooks/deliveries.ts';
import { describeEventTypes, messageIdOf } from '../src/domains/webhooks/envelope.ts';
import { attemptsOfDelivery, statsOf } from '../src/domains/webhooks/loaders.ts';
import type { Webhook, WebhookDelivery } from '../src/domains/webhooks/model.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  hasPreviousSecret,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from '../src/domains/webhooks/service.ts';
import { testWebhook } from '../src/domains/webhooks/test-delivery.ts';
import { column, related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const webhooks: Resolvers = {
  Query: {
    webhooks: (_, args, ctx) => listWebhooks(ctx, args),
    webhook: (_, { id }, ctx) => getWebhook(ctx, id),
    webhookEventTypes: (_, _args, ctx) => describeEventTypes(ctx.services),
    webhookDeliveries: (_, { webhookId, ...args }, ctx) => listDeliveries(ctx, webhookId, args),
    webhookDelivery: (_, { webhookId, id }, ctx) => getDelivery(ctx, webhookId, id),
  },
  Mutation: {
    createWebhook: (_, { input }, ctx) => createWebhook(ctx, input),
    updateWebhook: (_, { id, input, expectedVersion }, ctx) => updateWebhook(ctx, id, input, expectedVersion),
    deleteWebhook: (_, { id, expectedVersion }, ctx) => deleteWebhook(ctx, id, expectedVersion),
    rotateWebhookSecret: (_, { id, expectedVersion, ...options }, ctx) =>
      rotateSecret(ctx, id, options, expectedVersion),
    testWebhook: (_, { id }, ctx) => testWebhook(ctx, id),
    replayWebhookDelivery: (_, { webhookId, id }, ctx) => replayDelivery(ctx, webhookId, id),
    recoverWebhookDeliveries: (_, { id, ...range }, ctx) => recoverDeliveries(ctx, id, range),
  },
  Webhook: {
    customHeaderNames: column<Webhook>('headerNames'),
    hasPreviousSecret: computed<Webhook>(['previousSecretExpiresAt'], (webhook, { now }) =>
      hasPreviousSecret(webhook, now),
    ),
    previousSecretExpiresAt: computed<Webhook>(['previousSecretExpiresAt'], (webhook, { now }) =>
      hasPreviousSecret(webhook, now) ? webhook.previousSecretExpiresAt : null,
    ),
    stats: (webhook, _, ctx) => statsOf(ctx, webhook),
    secretShown: computed<Webhook>(['id'], ({ secret }) => secret !== undefined),
  },
  WebhookDelivery: {
    messageId: computed<WebhookDelivery>(['eventId'], ({ eventId }) => messageIdOf(eventId)),
    attempts: related(attemptsOfDelivery),
  },
};
