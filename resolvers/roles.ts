// Resolvers of roles: operations call services, other fields call loaders.
import { countMembersOfRole } from '../src/domains/roles/loaders.ts';
import type { Role } from '../src/domains/roles/model.ts';
import {
  createRole,
  deleteRole,
  grantsOfRole,
  listPermissions,
  listRoles,
  permissionsOfRole,
  scopeOfRole,
  updateRole,
} from '../src/domains/roles/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const roles: Resolvers = {
  Query: {
    roles: (_, args, ctx, info) => listRoles(ctx, args, lookahead(info, 'roles')),
    permissionCatalog: (_, _args, ctx) => listPermissions(ctx),
  },
  Mutation: {
    createRole: (_, { input }, ctx) => createRole(ctx, input),
    updateRole: (_, { id, input, expectedVersion }, ctx) => updateRole(ctx, id, input, expectedVersion),
    deleteRole: (_, { id, expectedVersion }, ctx) => deleteRole(ctx, id, expectedVersion),
  },
  Role: {
    grants: computed<Role>(['key', 'isSystem', 'grants'], (role, ctx) => grantsOfRole(role, ctx as never)),
    permissions: computed<Role>(['key', 'isSystem', 'grants'], (role, ctx) =>
      permissionsOfRole(role, ctx as never),
    ),
    recordScope: computed<Role>(['key', 'isSystem', 'recordScope'], scopeOfRole),
    memberCount: related(countMembersOfRole),
  },
};
