// Resolvers of the events of providers: operations call services.
import { listIngressEvents, replayIngressEvent } from '../src/domains/ingress-events/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const ingressEvents: Resolvers = {
  Query: {
    ingressEvents: (_, args, ctx, info) =>
      listIngressEvents(ctx, args, lookahead(info, 'platform_ingress_events')),
  },
  Mutation: { replayIngressEvent: (_, { id }, ctx) => replayIngressEvent(ctx, id) },
};
