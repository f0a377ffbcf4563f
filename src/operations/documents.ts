// Prepares documents for execution: an operation with its fragments, with wire names.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { isAnnotation, snakeCase } from '../naming.ts';

/** Returns a document of the operation and the fragments that it uses. */
export function withFragments(
  node: OperationDefinitionNode,
  fragments: Map<string, FragmentDefinitionNode>,
): DocumentNode {
  const used = new Set<FragmentDefinitionNode>();
  const gather = (part: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(part, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment && !used.has(fragment)) {
          used.add(fragment);
          gather(fragment);
        }
      },
    });
  };
  gather(node);
  return { kind: Kind.DOCUMENT, definitions: [node, ...used] };
}

/** Returns whether a document selects a member that is left out while it is null. */
export function selectsAnnotation(document: DocumentNode): boolean {
  let selects = false;
  visit(document, {
    Field(node) {
      if (node.alias && isAnnotation(node.alias.value)) selects = true;
    },
  });
  return selects;
}

/** Returns the paths, in wire names below `data`, of the members that are left out while they are null. */
export function omittedPaths({ selectionSet }: FieldNode, above: string[] = []): string[][] {
  return (selectionSet?.selections ?? []).flatMap((node) => {
    if (node.kind !== Kind.FIELD) return [];
    const path = [...above, snakeCase(node.alias?.value ?? node.name.value)];
    const isOmitted = node.directives?.some(({ name }) => name.value === 'omitNull');
    return [...(isOmitted ? [path] : []), ...omittedPaths(node, path)];
  });
}

/** Returns the document that REST and MCP run: every member with its wire name, the root member as `data`. */
export function toWireNames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Directive: (node) => (/^(rest|tool|omitNull)$/.test(node.name.value) ? null : undefined),
    Field: {
      leave: (node) => aliased(node, snakeCase(node.alias?.value ?? node.name.value)),
    },
    OperationDefinition: {
      leave(node) {
        const selections = node.selectionSet.selections.map((root) => aliased(root as FieldNode, 'data'));
        return { ...node, selectionSet: { ...node.selectionSet, selections } };
      },
    },
  });
}

function aliased(node: FieldNode, name: string): FieldNode {
  return { ...node, alias: name === node.name.value ? undefined : { kind: Kind.NAME, value: name } };
}
