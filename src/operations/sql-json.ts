// Splits lists between GraphQL and the database: members that are columns or relations are serialized by the database
// and passed through as text. Members that depend on the caller or the workspace stay with GraphQL.
import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import type { Access } from '../access/access.ts';
import type { SerializedOperation } from './context.ts';
import { isDeclaredList } from './list-documents.ts';
import { isConnection, recordType, setSqlJson } from './look-ahead.ts';
import { fieldsByResponseKey, RecordWriter } from './record-writer.ts';

/** A document without the members that the database serializes. */
export interface SqlJsonSplit {
  /** The document that GraphQL runs: the root field with all of its checks, and the remaining members. */
  remainder: DocumentNode;
  /** The accesses required by the serialized members; for a caller without one of them the whole document is run. */
  guards: readonly Access[];
}

/**
 * Splits a list between the database and GraphQL; undefined if there is nothing to split. Not worth it for a single
 * record.
 */
export function splitForSqlJson(
  operation: SerializedOperation,
  schema: GraphQLSchema,
): SqlJsonSplit | undefined {
  const { kind, answer, isPage, rootField } = operation;
  const wireDocument = operation.wireDocument();
  if (kind !== 'query' || answer !== 'envelope' || !isPage || isConditional(wireDocument)) return undefined;
  const field = schema.getQueryType()!.getFields()[rootField]!;
  if (!isConnection(getNamedType(field.type) as GraphQLObjectType) || !isDeclaredList(field))
    return undefined;
  const { definition, fragments } = partsOf(wireDocument);
  const root = definition.selectionSet.selections[0] as FieldNode;
  const rows = root.selectionSet!.selections.find(isNodes) as FieldNode;
  const others = root.selectionSet!.selections.filter((node) => node !== rows);
  const type = recordType(getNamedType(field.type) as GraphQLObjectType);
  const writer = new RecordWriter(schema, fragments);
  const kept: FieldNode[] = [];
  const serialized = new Map<string, FieldNode[]>();
  for (const [key, nodes] of fieldsByResponseKey([rows], fragments)) {
    if (writer.canSerialize(type, key, nodes)) serialized.set(key, nodes);
    else kept.push(...nodes);
  }
  // A selection cannot be empty.
  if (serialized.size === 0 || kept.length + others.length === 0) return undefined;
  if (!kept.every((node) => hasSource(type, node))) return undefined;
  const { guards } = writer;
  const remainderRoot = withSelections(root, kept.length ? [withSelections(rows, kept), ...others] : others);
  setSqlJson(
    remainderRoot,
    (table) => new RecordWriter(schema, fragments).tableExpressions(type, serialized, table)!,
  );
  const remainder = withSelections(definition, [remainderRoot]);
  return { remainder: { ...wireDocument, definitions: [remainder, ...Object.values(fragments)] }, guards };
}

/** Returns whether variables change the selection: @include and @skip are the only directives at run time. */
function isConditional(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

function partsOf({ definitions }: DocumentNode) {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  const definition = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  return { definition, fragments };
}

function isNodes(node: SelectionNode): boolean {
  return node.kind === Kind.FIELD && node.name.value === 'nodes';
}

function hasSource(type: GraphQLObjectType, { name }: FieldNode): boolean {
  return !!type.getFields()[name.value]?.extensions.source;
}

function withSelections<Node extends FieldNode | OperationDefinitionNode>(
  node: Node,
  selections: readonly SelectionNode[],
): Node {
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}
