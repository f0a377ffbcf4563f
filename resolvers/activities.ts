// Activities: arguments to services, fields to loaders.
import { MAX_NESTED } from '../src/db/loaders.ts';
import { timelineOf } from '../src/domains/activities/loaders.ts';
import { listActivity } from '../src/domains/activities/service.ts';
import type { Resolvers } from './generated.ts';

export const activities: Resolvers = {
  Query: {
    companyActivity: (_, { companyId, ...args }, ctx) => listActivity(ctx, 'company', companyId, args),
    contactActivity: (_, { contactId, ...args }, ctx) => listActivity(ctx, 'contact', contactId, args),
  },
  Company: { activities: (company, args, ctx) => timelineOf(ctx, 'company', company.id, args, MAX_NESTED) },
  Contact: { activities: (contact, args, ctx) => timelineOf(ctx, 'contact', contact.id, args, MAX_NESTED) },
};
