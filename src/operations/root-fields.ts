// Wraps the root fields of ad-hoc GraphQL with the checks that REST and MCP do beforehand: argument bounds, fresh
// sessions, the policy on agents, and a savepoint for each mutation, so that a failed one undoes only its own writes.
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { type Access, accessOf } from '../access/access.ts';
import { assertQuota, countAction } from '../access/agent-quota.ts';
import { ApprovalRequired, automationRefusal, needsApproval, riskClassOf } from '../access/automation.ts';
import type { RiskClass } from '../access/automation-policy.ts';
import { preconditionRefusal } from '../access/check.ts';
import { freshnessRefusal } from '../access/freshness.ts';
import { reasonRefusal } from '../access/operators.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { nullBlankTexts } from './blank-texts.ts';
import type { OperationContext, TenantOperationContext } from './context.ts';
import { deprecationOf, sunsetRefusal } from './deprecation.ts';
import { inSeparateTransaction } from './derive-context.ts';
import { causeOf } from './execute.ts';
import { wirePath } from './graphql-inputs.ts';
import { SchemaWriter } from './json-schema.ts';
import { CatalogueError } from './operation-files.ts';
import { routeTarget } from './route-target.ts';
import { InputValidator, withFieldPath } from './validate.ts';
import { toInput } from './wire.ts';

const MUST_BE_FIRST =
  'This mutation waits for an external service; send it as the first or only mutation of its document.';

/** Wraps the root resolvers of a schema. */
export function guardRootFields(schema: GraphQLSchema): GraphQLSchema {
  const writer = SchemaWriter.forCoerced(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const schemas = new Map(roots.map((field) => [field, writer.args(field)]));
  const validator = new InputValidator(writer.definitions);
  for (const [field, argsSchema] of schemas) {
    const isMutation = schema.getMutationType()?.getFields()[field.name] === field;
    const own = field.resolve ?? defaultFieldResolver;
    const read = nullBlankTexts(field.args);
    const resolve: typeof own = isMutation
      ? (parent, args, ctx, info) => own(parent, read(args), ctx, info)
      : own;
    const deprecation = deprecationOf(field, (fault) => {
      throw new CatalogueError(`${field.name} ${fault}`);
    });
    const access = accessOf(field, isMutation ? 'mutation' : 'query')!;
    // Events of providers have routes of their own, which take the body as it was signed.
    if (!field.resolve && access.principals !== 'ingress')
      throw new CatalogueError(`${field.name} has no resolver`);
    const takesVersion = isMutation && field.args.some(({ name }) => name === 'expectedVersion');
    const waits = !!directive(field, 'waits');
    const calledField = { name: field.name, kind: isMutation ? 'mutation' : 'query', access } as const;
    const readHeaders = headerReader(field);
    const guarded = async (
      parent: unknown,
      given: Record<string, unknown>,
      ctx: OperationContext,
      info: GraphQLResolveInfo,
    ) => {
      ctx.operation = field.name;
      const args: Record<string, unknown> & { expectedVersion?: number | null } = readHeaders(given, ctx);
      try {
        const gone = sunsetRefusal(deprecation, ctx.now);
        if (gone) throw gone;
        const faults = validator.faults(argsSchema, args);
        if (faults.length) {
          await ctx.services.assertReachable(access, field.name, args, ctx.ip);
          const fields = faults.map((fault) => ({ ...fault, path: wirePath(fault.path) }));
          throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
        }
        if (isMutation && ctx.keyMissing) fail('IDEMPOTENCY_KEY_REQUIRED');
        const refused =
          (takesVersion && preconditionRefusal(ctx.principal, access, args.expectedVersion)) ||
          reasonRefusal(access, ctx.operatorReason) ||
          freshnessRefusal(access, ctx.principal, ctx.now) ||
          automationRefusal(args.dryRun === true ? undefined : riskClassOf(access), ctx.principal, ctx.now);
        if (refused) throw refused;
        const work = async () => resolve(parent, args, ctx, info);
        if (!isMutation) return await work();
        if (waits && ctx.tx.statements > 0) throw invalid('query', 'waits', MUST_BE_FIRST);
        // Its service opens a savepoint itself; one opened here would begin the transaction now.
        const run = waits ? work : () => ctx.tx.savepoint(work);
        return await (ctx.principal.kind === 'agent'
          ? runForAgent(ctx as TenantOperationContext, info, { access, waits }, args, run)
          : run());
      } catch (error) {
        const cause = causeOf(error);
        const target = routeTarget(ctx.services.catalogue.byMutation.get(field.name), args);
        ctx.services.deferredAudit.refused(ctx, { ...calledField, target }, cause);
        const placed = withFieldPath(cause, args, wirePath);
        throw placed === cause ? error : placed;
      }
    };
    const audited: typeof guarded =
      access.principals === 'operator'
        ? async (parent, args, ctx, info) => {
            const value = await guarded(parent, args, ctx, info);
            const target = routeTarget(ctx.services.catalogue.byMutation.get(field.name), args);
            ctx.services.deferredAudit.operatorCalled(ctx, { ...calledField, target });
            return value;
          }
        : guarded;
    const { permission } = access;
    field.resolve = (parent, args, ctx: OperationContext, info) => {
      if (isMutation) ctx.permission = permission;
      return ctx.inputChecked ? resolve(parent, args, ctx, info) : audited(parent, args, ctx, info);
    };
  }
  return schema;
}

/**
 * Runs a mutation of an agent: counted, and queued if the policy or a rule requires approval; its field is then null.
 */
async function runForAgent(
  ctx: TenantOperationContext,
  { fieldName, path }: GraphQLResolveInfo,
  { access, waits }: { access: Access; waits: boolean },
  args: Record<string, unknown>,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const queue = async (riskClass: RiskClass): Promise<null> => {
    const operation = ctx.services.catalogue.byMutation.get(fieldName);
    if (!operation) fail('ACTION_NOT_AVAILABLE');
    const call = { operation, input: toInput(operation, args), riskClass };
    ctx.queued = {
      ...(await ctx.tx.savepoint(() => ctx.services.queueCall(ctx, call))),
      path: [String(path.key)],
    };
    return null;
  };
  await (waits ? inSeparateTransaction(ctx, assertQuota) : assertQuota(ctx));
  const riskClass = args.dryRun === true ? undefined : riskClassOf(access);
  let value: unknown;
  if (needsApproval(riskClass, ctx.principal)) value = await queue(riskClass!);
  else {
    value = await run().catch((error) => {
      if (error instanceof ApprovalRequired) return queue(error.riskClass);
      throw error;
    });
  }
  countAction(ctx);
  return value;
}

/** Returns a function that adds the arguments that were left out, and that REST takes from a header, from that header. */
function headerReader(field: GraphQLField<unknown, unknown>) {
  const headers = field.args.flatMap((argument) => {
    const use = directive(argument, 'header');
    return use ? [[argument.name, argumentsOf(use).name as string] as const] : [];
  });
  return (args: Record<string, unknown>, { headers: sent }: OperationContext): Record<string, unknown> => {
    const found = headers.filter(([name, header]) => args[name] == null && sent?.[header] !== undefined);
    return { ...args, ...Object.fromEntries(found.map(([name, header]) => [name, sent![header]])) };
  };
}
