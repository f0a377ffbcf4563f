// Resolvers of activities and their action items: operations call services, other fields call loaders.
import { addActionItem, listActionItems, updateActionItem } from '../src/domains/activities/action-items.ts';
import {
  actionItemsOfActivity,
  activitiesOfCompany,
  activitiesOfContact,
  activityById,
  linksOfActivity,
} from '../src/domains/activities/loaders.ts';
import type { ActivityLink } from '../src/domains/activities/model.ts';
import {
  createActivity,
  deleteActivity,
  getActivity,
  listActivities,
  listActivity,
  updateActivity,
} from '../src/domains/activities/service.ts';
import { companyById } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { viewed } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

export const activities: Resolvers = {
  Query: {
    activity: (_, { id }, ctx, info) => getActivity(ctx, id, lookahead(info, 'activities')),
    activities: async (_, args, ctx, info) =>
      listActivities(ctx, await viewed(ctx, 'activities', args), lookahead(info, 'activities')),
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
    company: related(companyById, 'entityId'),
    contact: related(contactById, 'entityId'),
  },
  ActionItem: { activity: related(activityById, 'activityId') },
  Company: { activities: related(activitiesOfCompany) },
  Contact: { activities: related(activitiesOfContact) },
};
