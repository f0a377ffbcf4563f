// Resolvers for the root fields of a plain kind of record: `room`, `rooms`, `createRoom`, `updateRoom`, `deleteRoom`,
// `restoreRoom`.

import type { GraphQLResolveInfo } from 'graphql';
import type { TenantContext } from '../src/context.ts';
import type { RecordModel } from '../src/db/record-model.ts';
import type { Crud, RecordInput } from '../src/domains/records/crud.ts';
import { camelCase } from '../src/naming.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { loadObjectTypes } from '../src/sdl/type-defs.ts';

/** The fields of Mutation; some kinds of records cannot be restored. */
const MUTATIONS = new Set(
  loadObjectTypes()
    .get('Mutation')!
    .fields.map(({ name }) => name.value),
);

/** Arguments of the mutations of a record; each mutation has some of them. */
interface Arguments {
  id: string;
  input: RecordInput;
  expectedVersion?: number | null;
}

/** Returns the resolvers of the root fields of a plain kind of record. */
export function recordResolvers<M extends RecordModel>({ kind, ...verbs }: Crud<M>) {
  const { type, name, entity } = kind;
  type Resolver = (parent: unknown, args: never, ctx: TenantContext, info: GraphQLResolveInfo) => unknown;
  const query: Record<string, Resolver> = {
    [camelCase(name)]: (_, { id }: Arguments, ctx, info) =>
      verbs.get(ctx, id, lookahead(info, kind.model.tableName)),
    [camelCase(entity)]: (_, args, ctx, info) => verbs.list(ctx, args, lookahead(info, kind.model.tableName)),
  };
  const mutation: Record<string, Resolver> = {
    [`create${type}`]: (_, { input }: Arguments, ctx) => verbs.create(ctx, input),
    [`update${type}`]: (_, { id, input, expectedVersion }: Arguments, ctx) =>
      verbs.update(ctx, id, input, expectedVersion),
    [`delete${type}`]: (_, { id, expectedVersion }: Arguments, ctx) => verbs.remove(ctx, id, expectedVersion),
    [`restore${type}`]: (_, { id, expectedVersion }: Arguments, ctx) =>
      verbs.restore(ctx, id, expectedVersion),
  };
  const declared = Object.entries(mutation).filter(([field]) => MUTATIONS.has(field));
  return { Query: query, Mutation: Object.fromEntries(declared) };
}
