// Builds the graphql-shield rules from the schema: root fields by their own @access, relations by the @access of their
// record type.
import { createRequire } from 'node:module';
import util from 'node:util';
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { directive } from '../sdl/directives.ts';
import { type Access, accessOf } from './access.ts';
import { refusal } from './check.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

// graphql-shield 7.6.5 uses a function of node:util that Node 23 removed, and its ESM build does not load
// (maticzav/graphql-shield#1561).
(util as { isUndefined?: (value: unknown) => boolean }).isUndefined ??= (value) => value === undefined;
const require = createRequire(import.meta.url);
const { shield, rule } = require('graphql-shield') as typeof import('graphql-shield');

type Rule = ReturnType<ReturnType<typeof rule>>;

/**
 * Returns the access that resolving a field requires; undefined for the plain members of a record that the caller may
 * read.
 */
export function guardOf(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema,
): Access | undefined {
  if (type === schema.getMutationType()) return accessOf(field, 'mutation');
  const own = accessOf(field, 'query');
  if (own || type === schema.getQueryType()) return own;
  // Left out instead of refused (access/sections.ts).
  if (directive(field, 'section')) return undefined;
  const record = recordOf(getNamedType(field.type));
  // The field that returns the connection has been checked already.
  if (!record || isConnectionPart(type)) return undefined;
  return accessOf(record, 'query');
}

function isConnectionPart(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Connection') || /Edge$/.test(type.name);
}

function recordOf(type: ReturnType<typeof getNamedType>): GraphQLObjectType | undefined {
  if (!isObjectType(type) || isInterfaceType(type)) return undefined;
  const nodes = type.getFields().nodes;
  return nodes && isConnectionPart(type) ? (getNamedType(nodes.type) as GraphQLObjectType) : type;
}

/** A resolver with the rule of its field: calls `resolve` if the rule passes. */
type Middleware = (
  resolve: GraphQLFieldResolver<unknown, unknown>,
  ...args: Parameters<GraphQLFieldResolver<unknown, unknown>>
) => unknown;

/**
 * Wraps the guarded fields of a schema with rules; the others stay as they are, because a rule adds cost to every field
 * that resolves. The schema itself is changed: `applyMiddleware` of graphql-middleware would copy it, which takes a
 * seventh of the start.
 */
export function applyShield(schema: GraphQLSchema): GraphQLSchema {
  const rules = new Map<string, Rule>();
  const tree: Record<string, Record<string, Rule>> = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const access = guardOf(type, field, schema);
      if (!access) continue;
      tree[type.name] ??= {};
      tree[type.name]![field.name] = ruleFor(access, rules);
    }
  }
  const options = { allowExternalErrors: true, fallbackRule: rule({ cache: 'no_cache' })(() => true) };
  const generator = shield(tree as never, options) as unknown as {
    generate(schema: GraphQLSchema): Record<string, Record<string, Middleware>>;
  };
  const middleware = generator.generate(schema);
  for (const [typeName, guarded] of Object.entries(tree)) {
    const fields = (schema.getType(typeName) as GraphQLObjectType).getFields();
    for (const name of Object.keys(guarded)) guardField(fields[name]!, middleware[typeName]![name]!);
  }
  return schema;
}

/**
 * The guards that a principal has passed. A rule depends on nothing but the principal, and shield makes several promises
 * for each field of each record.
 */
const passedGuards = new WeakMap<Principal, WeakSet<Middleware>>();

function guardField(field: GraphQLField<unknown, unknown>, guard: Middleware): void {
  const own = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, ctx, info) => {
    const { principal } = ctx as AccessContext;
    if (passedGuards.get(principal)?.has(guard)) return own(parent, args, ctx, info);
    const resolveOwn = () => {
      const passed = passedGuards.get(principal) ?? new WeakSet();
      passedGuards.set(principal, passed.add(guard));
      return own(parent, args, ctx, info);
    };
    return guard(resolveOwn, parent, args, ctx, info);
  };
}

/** Returns one shared rule object for each distinct access. */
function ruleFor(access: Access, rules: Map<string, Rule>): Rule {
  const key = JSON.stringify(access);
  let found = rules.get(key);
  if (!found) {
    found = rule(key, { cache: 'no_cache' })((_parent, args, ctx: AccessContext, info) => {
      const refused = refusal(access, ctx.principal);
      if (refused && !ctx.inputChecked && !info.path.prev) {
        const kind = info.operation.operation === 'mutation' ? 'mutation' : 'query';
        ctx.services.deferredAudit.refusedField(ctx, { name: info.fieldName, kind, access }, args, refused);
      }
      return refused ?? true;
    });
    rules.set(key, found);
  }
  return found;
}
