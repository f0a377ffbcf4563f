// Contacts: arguments to services, fields to loaders.
import type { Resolvers } from './generated.ts';

export const contacts: Resolvers = {};
