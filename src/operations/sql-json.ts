// Answers that the database writes: of a list that looks ahead, the members that are columns or relations leave GraphQL,
// and their JSON is passed through as text. What a resolver makes of the caller or the workspace stays with it.
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
import { isConnection, recordType, writes } from './look-ahead.ts';
import { byKey, RecordWriter } from './record-writer.ts';

/** A document that has been relieved of what the database writes. */
export interface Share {
  /** What GraphQL still runs: the root field with all of its checks, and the members that stayed. */
  frame: DocumentNode;
  /** What it takes to read the members that left; who lacks any of it is answered by the whole document. */
  guards: readonly Access[];
}

/** Divides a list between the database and GraphQL; undefined where there is nothing to divide. A single record is not worth it. */
export function shareOf(operation: SerializedOperation, schema: GraphQLSchema): Share | undefined {
  const { kind, answer, isPage, rootField, wireDocument } = operation;
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
  const left = new Map<string, FieldNode[]>();
  for (const [key, nodes] of byKey([rows], fragments)) {
    if (writer.canWrite(type, key, nodes)) left.set(key, nodes);
    else kept.push(...nodes);
  }
  // A selection cannot be empty.
  if (left.size === 0 || kept.length + others.length === 0) return undefined;
  if (!kept.every((node) => saysWhatItReads(type, node))) return undefined;
  const { guards } = writer;
  const frameRoot = withSelections(root, kept.length ? [withSelections(rows, kept), ...others] : others);
  writes(frameRoot, (table) => new RecordWriter(schema, fragments).write(type, left, table)!);
  const frame = withSelections(definition, [frameRoot]);
  return { frame: { ...wireDocument, definitions: [frame, ...Object.values(fragments)] }, guards };
}

/** Whether a variable decides what is selected: @include and @skip are the only directives that a document runs with. */
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

function saysWhatItReads(type: GraphQLObjectType, { name }: FieldNode): boolean {
  return !!type.getFields()[name.value]?.extensions.source;
}

function withSelections<Node extends FieldNode | OperationDefinitionNode>(
  node: Node,
  selections: readonly SelectionNode[],
): Node {
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}
