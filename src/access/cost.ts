// Limits for GraphQL documents: depth, aliases, root fields, directives, cost in points, and introspection. One walk
// measures all of them; graphql-query-complexity and graphql-armor would take one walk for each limit and know nothing of
// the size of introspection.
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

/** The GraphQL limits of platform.md §3. */
export const GRAPHQL_LIMITS = {
  depth: 12,
  aliases: 30,
  rootFields: 20,
  directives: 20,
  tokens: 4000,
  bytes: 100_000,
  points: 2500,
  /** How many times a document may list the types of the schema. */
  typeLists: 2,
  /**
   * The maximum number of schema elements (types, fields, arguments, ...) in the answer, as a multiple of those of the
   * full introspection query.
   */
  fullIntrospections: 2,
};

/** The measured cost of a document. */
export interface Measure {
  points: number;
  /** The number of mutations. */
  mutations: number;
  /** Whether the document only contains introspection, so that its answer is the same for every caller. */
  isIntrospection: boolean;
  /** The number of schema elements in its answer. */
  elements: number;
}

interface Tally {
  visits: number;
  depth: number;
  aliases: number;
  directives: number;
  rootFields: number;
  /** Root fields other than introspection. */
  dataFields: number;
  typeLists: number;
  elements: number;
}

/**
 * Measures a document and refuses it if it exceeds a limit. Cost: field 0, object 1, connection 2 plus items times
 * child, mutation 10. A document with introspection only has no limit of depth and cost, because tools need deep
 * queries; every other limit applies to it too.
 * @throws GRAPHQL_LIMIT_EXCEEDED with the limit and the actual value
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

/** Returns whether a document contains introspection, also in its fragments. */
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

/** Returns the limit of schema elements. It grows with the schema, so that the full introspection query always fits. */
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

/** Returns the default values of the variables. */
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

/** The schema elements in a part of the answer, each with its number of occurrences. */
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
  /** The fragments that are being walked. A cyclic one is not walked again; validation refuses it. */
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
   * Returns the points of a selection on a type. Stops where the selection is already too deep, since the document will
   * be refused.
   * @param elements the schema elements that an introspection selection applies to
   */
  selection(set: SelectionSetNode, type: GraphQLNamedOutputType, depth: number, elements?: Elements): number {
    const { tally } = this;
    tally.depth = Math.max(tally.depth, depth);
    if (!elements && depth > GRAPHQL_LIMITS.depth * 2) return 0;
    let points = 0;
    for (const node of set.selections) {
      // Fragments that spread each other multiply the selections without adding depth.
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
    // Validation refuses a type that does not exist or that is not possible here.
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
    return isConnection ? 2 + this.#items(node) * inner : 1 + this.#ids(node) * inner;
  }

  /** Resolves an introspection field for every parent element, so that the count is exact. */
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
    // A saved view may set the maximum page size.
    return typeof this.#argument(node, 'viewId') === 'string' ? MAX_PAGE_SIZE : DEFAULT_PAGE_SIZE;
  }

  /** Returns how many records a field reads by the ids that it is given; 1 for any other field. */
  #ids(node: FieldNode): number {
    const value = node.arguments?.find(({ name }) => name.value === 'ids')?.value;
    const ids = value?.kind === Kind.VARIABLE ? this.#variables[value.name.value] : value;
    if (Array.isArray(ids)) return Math.max(1, ids.length);
    return value?.kind === Kind.LIST ? Math.max(1, value.values.length) : 1;
  }

  #argument(node: FieldNode, name: string): unknown {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return this.#variables[value.name.value];
    return (value as { value?: string } | undefined)?.value;
  }
}

/** The parent of the introspection root fields, which have none. */
const SCHEMA_ROOT: Elements = new Map([[undefined, 1]]);

/** The cost of a document and the remaining budget, as in `extensions.cost`. */
export interface Cost {
  requested: number;
  available: number;
  limit: number;
  refill: number;
}
