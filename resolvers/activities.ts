// Resolvers of activities and their action items: operations call services, other fields call loaders.
import { addActionItem, listActionItems, updateActionItem } from '../src/domains/activities/action-items.ts';
import {
  actionItemsOfActivity,
  activityById,
  linksOfActivity,
  timelineOf,
} from '../src/domains/activities/loaders.ts';
import type { ActivityLink } from '../src/domains/activities/model.ts';
import { TIMELINE_TYPES } from '../src/domains/activities/records.ts';
import {
  createActivity,
  deleteActivity,
  getActivity,
  listActivities,
  listActivity,
  updateActivity,
} from '../src/domains/activities/service.ts';
import { kindNamed } from '../src/domains/kinds.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { camelCase } from '../src/naming.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

export const activities: Resolvers = {
  Query: {
    activity: (_, { id }, ctx, info) => getActivity(ctx, id, lookahead(info, 'activities')),
    activities: async (_, args, ctx, info) =>
      listActivities(ctx, await applySavedView(ctx, 'activities', args), lookahead(info, 'activities')),
    actionItems: (_, args, ctx, info) => listActionItems(ctx, args, lookahead(info, 'action_items')),
    companyActivity: (_, { companyId, ...args }, ctx, info) =>
      listActivity(ctx, 'company', companyId, args, lookahead(info, 'activities')),
    contactActivity: (_, { contactId, ...args }, ctx, info) =>
      listActivity(ctx, 'contact', contactId, args, lookahead(info, 'activities')),
  },
  Mutation: {
    createActivity: (_, { input }, ctx) => createActivity(ctx, input),
    updateActivity: (_, { id, input, expectedVersion }, ctx) =>
      updateActivity(ctx, id, input, expectedVersion),
    deleteActivity: (_, { id, expectedVersion }, ctx) => deleteActivity(ctx, id, expectedVersion),
    addActionItem: (_, { activityId, input }, ctx) => addActionItem(ctx, activityId, input),
    updateActionItem: (_, { id, input, expectedVersion }, ctx) =>
      updateActionItem(ctx, id, input, expectedVersion),
  },
  Activity: {
    links: related(linksOfActivity),
    actionItems: related(actionItemsOfActivity, 'id', { by: 'deletedAt', is: null }),
  },
  ActivityLink: {
    id: column<ActivityLink>('entityId'),
    ...Object.fromEntries(
      TIMELINE_TYPES.map(({ name }) => [camelCase(name), related(kindNamed(name).byId, 'entityId')]),
    ),
  },
  ActionItem: { activity: related(activityById, 'activityId') },
  ...Object.fromEntries(
    TIMELINE_TYPES.map(({ type, name }) => [type, { activities: related(timelineOf(name)) }]),
  ),
};
