// What ad-hoc GraphQL needs at its root that REST and MCP have done before: bounds of arguments, the policy on agents, and
// a savepoint for each mutation, so that one that fails takes back its own writes and no other's.
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { policyRefusal } from '../access/check.ts';
import type { Context } from '../context.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import { accessOf } from './catalogue.ts';
import { directive } from './directives.ts';
import { SchemaWriter } from './json-schema.ts';
import { InputValidator } from './validate.ts';

const STANDS_FIRST = 'This mutation waits for somebody outside; send it first in its document, or by itself.';

/** Wraps the root resolvers of a schema. */
export function guardRootFields(schema: GraphQLSchema): GraphQLSchema {
  const writer = SchemaWriter.forCoerced(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const schemas = new Map(roots.map((field) => [field, writer.args(field)]));
  const validator = new InputValidator(writer.definitions);
  for (const [field, argsSchema] of schemas) {
    const resolve = field.resolve ?? defaultFieldResolver;
    const isMutation = schema.getMutationType()?.getFields()[field.name] === field;
    const access = accessOf(field, isMutation ? 'mutation' : 'query')!;
    field.resolve = (parent, args, ctx: Context, info) => {
      if (ctx.inputChecked) return resolve(parent, args, ctx, info);
      ctx.operation = field.name;
      const faults = validator.faults(argsSchema, args);
      if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
      if (isMutation && ctx.keyMissing) fail('IDEMPOTENCY_KEY_REQUIRED');
      const refused = policyRefusal(access, ctx.principal);
      if (refused) throw refused;
      if (isMutation && directive(field, 'waits')) {
        if (ctx.tx.statements > 0) throw invalid('query', 'waits', STANDS_FIRST);
        // Its service writes behind a savepoint of its own: one that stood here would open the transaction now.
        return resolve(parent, args, ctx, info);
      }
      return isMutation
        ? ctx.tx.savepoint(async () => resolve(parent, args, ctx, info))
        : resolve(parent, args, ctx, info);
    };
  }
  return schema;
}
