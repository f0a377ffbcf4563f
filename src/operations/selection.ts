// The selection of the root field that is being resolved, and plans for parts of it.
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import type { Lookahead } from '../db/record-model.ts';
import { fieldsOf, lookahead } from './look-ahead.ts';

/** The selected members of a root field, and plans that read some of them. */
export interface Selection {
  has(field: string): boolean;
  /** Returns the plan of a read without these members. */
  without(fields: readonly string[]): Lookahead;
}

/**
 * @param table the root table in the statement
 * @returns the selection of the root field
 */
export function selectionOf(info: GraphQLResolveInfo, table: string): Selection {
  const names = new Set(
    info.fieldNodes
      .flatMap(({ selectionSet }) => fieldsOf(selectionSet!, info.fragments))
      .map(({ name }) => name.value),
  );
  return {
    has: (field) => names.has(field),
    without: (fields) =>
      lookahead(
        { ...info, fieldNodes: info.fieldNodes.map((node) => nodeWithout(info, node, fields)) },
        table,
      ),
  };
}

/** Nodes without some of their fields. Plans are cached by node, so the same reduced node must be returned again. */
const reducedNodes = new WeakMap<FieldNode, Map<string, FieldNode>>();

function nodeWithout(info: GraphQLResolveInfo, node: FieldNode, fields: readonly string[]): FieldNode {
  const known = reducedNodes.get(node) ?? new Map<string, FieldNode>();
  reducedNodes.set(node, known);
  const key = fields.join();
  let reduced = known.get(key);
  if (!reduced) {
    const selections = fieldsOf(node.selectionSet!, info.fragments).filter(
      ({ name }) => !fields.includes(name.value),
    );
    reduced = { ...node, selectionSet: { ...node.selectionSet!, selections } };
    known.set(key, reduced);
  }
  return reduced;
}
