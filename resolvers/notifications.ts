// Resolvers of notifications: operations call services.
import type { Notification } from '../src/domains/notifications/model.ts';
import { getPreferences, setPreferences, setSubscription } from '../src/domains/notifications/preferences.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
  setState,
} from '../src/domains/notifications/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const notifications: Resolvers = {
  Query: {
    notifications: (_, args, ctx, info) => listNotifications(ctx, args, lookahead(info, 'notifications')),
    unreadNotificationCount: (_, _args, ctx) => countUnread(ctx),
    notificationPreferences: (_, _args, ctx) => getPreferences(ctx),
  },
  Mutation: {
    updateNotification: (_, { id, state }, ctx) => setState(ctx, id, state),
    markAllNotificationsRead: (_, args, ctx) => markAllRead(ctx, args),
    setNotificationPreferences: (_, args, ctx) => setPreferences(ctx, args),
    setRecordSubscription: (_, args, ctx) => setSubscription(ctx, args),
  },
  Notification: {
    entity: computed<Notification>(['entityType', 'entityId'], ({ entityType, entityId }) => ({
      type: entityType,
      id: entityId,
    })),
  },
};
