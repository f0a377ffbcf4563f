// The resolver of the state of the platform.
import { platformOverview as overview } from '../src/domains/platform-overview/service.ts';
import type { Resolvers } from './generated.ts';

export const platformOverview: Resolvers = {
  Query: { platformOverview: (_, _args, ctx) => overview(ctx) },
};
