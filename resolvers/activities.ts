// Activities: arguments to services, fields to loaders.
import {
  activitiesOfCompany,
  activitiesOfContact,
  linksOfActivity,
} from '../src/domains/activities/loaders.ts';
import type { ActivityLink } from '../src/domains/activities/model.ts';
import { listActivity } from '../src/domains/activities/service.ts';
import { ahead, computed, related } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const activities: Resolvers = {
  Query: {
    companyActivity: (_, { companyId, ...args }, ctx, info) =>
      listActivity(ctx, 'company', companyId, args, ahead(info, 'activities')),
    contactActivity: (_, { contactId, ...args }, ctx, info) =>
      listActivity(ctx, 'contact', contactId, args, ahead(info, 'activities')),
  },
  Activity: { links: related(linksOfActivity) },
  ActivityLink: { id: computed<ActivityLink>(['entityId'], ({ entityId }) => entityId) },
  Company: { activities: related(activitiesOfCompany) },
  Contact: { activities: related(activitiesOfContact) },
};
