// What a GraphQL document may ask for in one request: depth, aliases, root fields, directives, and its cost in points.
import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../db/page.ts';
import { fail } from '../errors.ts';

/** platform.md §3, GraphQL limits. */
export const GRAPHQL_LIMITS = {
  depth: 12,
  aliases: 30,
  rootFields: 20,
  directives: 20,
  tokens: 4000,
  bytes: 100_000,
  points: 2500,
};

interface Tally {
  visits: number;
  depth: number;
  aliases: number;
  directives: number;
}

/**
 * Refuses a document over a limit and answers its cost: field 0, object 1, connection 2 plus items times child,
 * mutation 10. Introspection alone is free and may be as deep as tools need it.
 * @throws GRAPHQL_LIMIT_EXCEEDED with the limit and what was asked for
 */
export function measure(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  if (isIntrospection(operation)) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const tally: Tally = { visits: 0, depth: 0, aliases: 0, directives: 0 };
  const walker = new Walker(schema, fragments, variables, tally);
  const root = (operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType())!;
  const points =
    walker.selection(operation.selectionSet, root, 1) +
    (operation.operation === 'mutation' ? 10 * operation.selectionSet.selections.length : 0);
  within('root_fields', operation.selectionSet.selections.length, GRAPHQL_LIMITS.rootFields);
  within('depth', tally.depth, GRAPHQL_LIMITS.depth);
  within('aliases', tally.aliases, GRAPHQL_LIMITS.aliases);
  within('directives', tally.directives, GRAPHQL_LIMITS.directives);
  within('cost', points, GRAPHQL_LIMITS.points);
  return points;
}

/** Whether an operation asks the schema about itself and nothing else. */
export function isIntrospection(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.every(
    (node) => node.kind === Kind.FIELD && /^__(schema|type|typename)$/.test(node.name.value),
  );
}

/** Whether a document asks the schema about itself at all, in whatever fragment. */
export function asksSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name }) {
      if (!/^__(schema|type)$/.test(name.value)) return undefined;
      asks = true;
      return BREAK;
    },
  });
  return asks;
}

function within(name: string, actual: number, limit: number): void {
  if (actual <= limit) return;
  fail(
    'GRAPHQL_LIMIT_EXCEEDED',
    `The document has a ${name.replace('_', ' ')} of ${actual}, over the limit of ${limit}.`,
    {
      details: { limit_name: name, limit, actual },
    },
  );
}

class Walker {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Record<string, unknown>;
  readonly #tally: Tally;
  /** Fragments that are being walked: one that leads back to itself is not walked again, and validation refuses it. */
  readonly #open = new Set<string>();

  constructor(
    schema: GraphQLSchema,
    fragments: Map<string, FragmentDefinitionNode>,
    variables: Record<string, unknown>,
    tally: Tally,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#tally = tally;
  }

  /** Points of a selection on a type. Stops walking what is too deep already; the limit is refused anyway. */
  selection(set: SelectionSetNode, type: GraphQLNamedOutputType, depth: number): number {
    this.#tally.depth = Math.max(this.#tally.depth, depth);
    if (depth > GRAPHQL_LIMITS.depth * 2) return 0;
    let points = 0;
    for (const node of set.selections) {
      // Fragments that spread each other multiply without getting deeper.
      within('selections', ++this.#tally.visits, GRAPHQL_LIMITS.tokens);
      this.#tally.directives += node.directives?.length ?? 0;
      if (node.kind === Kind.FIELD) points += this.#field(node, type, depth);
      else if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition ? this.#schema.getType(node.typeCondition.name.value) : type;
        points += this.selection(node.selectionSet, on as GraphQLNamedOutputType, depth);
      } else {
        const fragment = this.#open.has(node.name.value) ? undefined : this.#fragments.get(node.name.value);
        const on = fragment && this.#schema.getType(fragment.typeCondition.name.value);
        if (!fragment || !on) continue;
        this.#open.add(node.name.value);
        points += this.selection(fragment.selectionSet, on as GraphQLNamedOutputType, depth);
        this.#open.delete(node.name.value);
      }
    }
    return points;
  }

  #field(node: FieldNode, type: GraphQLNamedOutputType, depth: number): number {
    if (node.alias) this.#tally.aliases += 1;
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet) return 0;
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return 0;
    const isConnection =
      isObjectType(named) && named.getInterfaces().some(({ name }) => name === 'Connection');
    const inner = this.selection(node.selectionSet, named, depth + 1);
    return isConnection ? 2 + this.#items(node) * inner : 1 + inner;
  }

  #items(node: FieldNode): number {
    let items = DEFAULT_PAGE_SIZE;
    for (const { name, value: given } of node.arguments ?? []) {
      const value =
        given.kind === Kind.VARIABLE
          ? this.#variables[given.name.value]
          : (given as { value?: string }).value;
      if (name.value === 'first' || name.value === 'pageSize') {
        if (Number(value) > 0) return Math.min(Number(value), MAX_PAGE_SIZE);
      }
      // A view may ask for as many.
      if (name.value === 'viewId' && typeof value === 'string') items = MAX_PAGE_SIZE;
    }
    return items;
  }
}
