// What a GraphQL document may ask for in one request: depth, aliases, root fields, directives, its cost in points, and
// how much of the schema it may ask about.
import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  type InlineFragmentNode,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { fail } from '../errors.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../page-sizes.ts';

/** platform.md §3, GraphQL limits. */
export const GRAPHQL_LIMITS = {
  depth: 12,
  aliases: 30,
  rootFields: 20,
  directives: 20,
  tokens: 4000,
  bytes: 100_000,
  points: 2500,
  /** How often a document may list the types of the schema. */
  typeLists: 2,
  /** Schema elements (types, fields, arguments, ...) in the answer, as a multiple of those of the full introspection query. */
  fullIntrospections: 2,
};

/** What a document asks for. */
export interface Measure {
  points: number;
  /** Mutations that it runs. */
  mutations: number;
  /** It asks about the schema and nothing else, so that its answer is the same for every caller. */
  isIntrospection: boolean;
  /** Schema elements that its answer would show. */
  elements: number;
}

interface Tally {
  visits: number;
  depth: number;
  aliases: number;
  directives: number;
  rootFields: number;
  /** Root fields that are not about the schema. */
  dataFields: number;
  typeLists: number;
  elements: number;
}

/**
 * Refuses a document over a limit and tells what it asks for. Cost: field 0, object 1, connection 2 plus items times
 * child, mutation 10. A document about the schema alone has no limit of depth and cost, because tools need it deep; every
 * other limit holds for it too.
 * @throws GRAPHQL_LIMIT_EXCEEDED with the limit and what was asked for
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Measure {
  const { points, tally } = walk(schema, document, operation, variables, maxElements(schema));
  const { dataFields, elements } = tally;
  const mutations = operation.operation === 'mutation' ? dataFields : 0;
  const isIntrospection = dataFields === 0 && elements > 0;
  const cost = isIntrospection ? 0 : points + 10 * mutations;
  assertWithin('aliases', tally.aliases, GRAPHQL_LIMITS.aliases);
  assertWithin('root_fields', tally.rootFields, GRAPHQL_LIMITS.rootFields);
  if (!isIntrospection) assertWithin('depth', tally.depth, GRAPHQL_LIMITS.depth);
  assertWithin('directives', tally.directives, GRAPHQL_LIMITS.directives);
  assertWithin('cost', cost, GRAPHQL_LIMITS.points);
  return { points: cost, mutations, isIntrospection, elements };
}

/** Whether a document asks the schema about itself at all, in whatever fragment. */
export function isIntrospecting(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      if (!SCHEMA_FIELDS.has(name.value)) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

const SCHEMA_FIELDS = new Map<string, GraphQLField<unknown, unknown>>([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
]);

const elementLimits = new WeakMap<GraphQLSchema, number>();

/** Grows with the schema, so that the full introspection query always fits. */
function maxElements(schema: GraphQLSchema): number {
  let limit = elementLimits.get(schema);
  if (limit === undefined) {
    const full = parse(getIntrospectionQuery({ inputValueDeprecation: true }));
    const [operation] = full.definitions as OperationDefinitionNode[];
    const { tally } = walk(schema, full, operation!, {}, Number.POSITIVE_INFINITY);
    limit = GRAPHQL_LIMITS.fullIntrospections * tally.elements;
    elementLimits.set(schema, limit);
  }
  return limit;
}

function walk(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  elementLimit: number,
): { points: number; tally: Tally } {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const values = { ...defaultsOf(operation), ...variables };
  const walker = new Walker(schema, fragments, values, elementLimit);
  const root = (operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType())!;
  return { points: walker.selection(operation.selectionSet, root, 1), tally: walker.tally };
}

/** What the variables are that the request leaves out. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue && valueFromASTUntyped(defaultValue),
    ]),
  );
}

function assertWithin(name: string, actual: number, limit: number): void {
  if (actual <= limit) return;
  fail(
    'GRAPHQL_LIMIT_EXCEEDED',
    `The document has a ${name.replace('_', ' ')} of ${actual}, over the limit of ${limit}.`,
    {
      details: { limit_name: name, limit, actual },
    },
  );
}

/** Schema elements that a part of the answer would show, each with how often. */
type Elements = Map<unknown, number>;

class Walker {
  readonly tally: Tally = {
    visits: 0,
    depth: 0,
    aliases: 0,
    directives: 0,
    rootFields: 0,
    dataFields: 0,
    typeLists: 0,
    elements: 0,
  };
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;
  readonly #elementLimit: number;
  /** Fragments that are being walked: one that leads back to itself is not walked again, and validation refuses it. */
  readonly #open = new Set<string>();

  constructor(
    schema: GraphQLSchema,
    fragments: Map<string, FragmentDefinitionNode>,
    variables: Record<string, unknown>,
    elementLimit: number,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#elementLimit = elementLimit;
  }

  /**
   * Points of a selection on a type. Stops walking what is too deep already; the limit is refused anyway.
   * @param elements what of the schema the selection is made on, where it asks about the schema
   */
  selection(set: SelectionSetNode, type: GraphQLNamedOutputType, depth: number, elements?: Elements): number {
    const { tally } = this;
    tally.depth = Math.max(tally.depth, depth);
    if (!elements && depth > GRAPHQL_LIMITS.depth * 2) return 0;
    let points = 0;
    for (const node of set.selections) {
      // Fragments that spread each other multiply without getting deeper.
      assertWithin('selections', ++tally.visits, GRAPHQL_LIMITS.tokens);
      tally.directives += node.directives?.length ?? 0;
      if (node.kind === Kind.FIELD) points += this.#field(node, type, depth, elements);
      else if (node.kind === Kind.INLINE_FRAGMENT) points += this.#fragment(node, type, depth, elements);
      else {
        const fragment = this.#fragments.get(node.name.value);
        if (!fragment || this.#open.has(node.name.value)) continue;
        this.#open.add(node.name.value);
        points += this.#fragment(fragment, type, depth, elements);
        this.#open.delete(node.name.value);
      }
    }
    return points;
  }

  #fragment(
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    type: GraphQLNamedOutputType,
    depth: number,
    elements?: Elements,
  ): number {
    const on = typeCondition ? this.#schema.getType(typeCondition.name.value) : type;
    // Validation refuses a type that does not exist, or that cannot be here.
    if (!on || (elements && on !== type)) return 0;
    return this.selection(selectionSet, on as GraphQLNamedOutputType, depth, elements);
  }

  #field(node: FieldNode, type: GraphQLNamedOutputType, depth: number, elements?: Elements): number {
    const name = node.name.value;
    if (node.alias) this.tally.aliases += 1;
    if (depth === 1) {
      this.tally.rootFields += 1;
      if (!name.startsWith('__')) this.tally.dataFields += 1;
    }
    if (!node.selectionSet) return 0;
    const aboutSchema = SCHEMA_FIELDS.get(name);
    if (aboutSchema) return this.#schemaField(node, aboutSchema, depth, SCHEMA_ROOT);
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    if (!field) return 0;
    if (elements) return this.#schemaField(node, field, depth, elements);
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return 0;
    const isConnection =
      isObjectType(named) && named.getInterfaces().some((implemented) => implemented.name === 'Connection');
    const inner = this.selection(node.selectionSet, named, depth + 1);
    return isConnection ? 2 + this.#items(node) * inner : 1 + inner;
  }

  /** A field of the introspection types is resolved here for every element that it stands on, so the count is exact. */
  #schemaField(
    node: FieldNode,
    field: GraphQLField<unknown, unknown>,
    depth: number,
    parents: Elements,
  ): number {
    const { tally } = this;
    const args = { name: this.#argument(node, 'name'), includeDeprecated: true };
    const returned: Elements = new Map();
    let count = 0;
    for (const [parent, times] of parents) {
      if (field.name === 'types') tally.typeLists += times;
      const value = field.resolve!(parent, args, undefined, { schema: this.#schema } as never);
      for (const element of [value ?? []].flat() as unknown[]) {
        returned.set(element, (returned.get(element) ?? 0) + times);
        count += times;
      }
    }
    tally.elements += count;
    assertWithin('type_lists', tally.typeLists, GRAPHQL_LIMITS.typeLists);
    assertWithin('schema_elements', tally.elements, this.#elementLimit);
    const type = getNamedType(field.type) as GraphQLNamedOutputType;
    return returned.size === 0 ? 0 : count + this.selection(node.selectionSet!, type, depth + 1, returned);
  }

  #items(node: FieldNode): number {
    for (const name of ['first', 'pageSize']) {
      const value = Number(this.#argument(node, name));
      if (value > 0) return Math.min(value, MAX_PAGE_SIZE);
    }
    // A view may ask for as many.
    return typeof this.#argument(node, 'viewId') === 'string' ? MAX_PAGE_SIZE : DEFAULT_PAGE_SIZE;
  }

  #argument(node: FieldNode, name: string): unknown {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return this.#variables[value.name.value];
    return (value as { value?: string } | undefined)?.value;
  }
}

/** The schema itself has no parent. */
const SCHEMA_ROOT: Elements = new Map([[undefined, 1]]);

/** What a document costs and leaves, as `extensions.cost` tells. */
export interface Cost {
  requested: number;
  available: number;
  limit: number;
  refill: number;
}
