// Resolvers of maintenance: operations call services.
import { getMaintenance, setMaintenance } from '../src/domains/maintenance/service.ts';
import type { Resolvers } from './generated.ts';

export const maintenance: Resolvers = {
  Query: { maintenance: (_, _args, ctx) => getMaintenance(ctx) },
  Mutation: { setMaintenance: (_, args, ctx) => setMaintenance(ctx, args) },
};
