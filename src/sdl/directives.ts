// Reads the directives of the schema and of the operations.
import {
  type ASTNode,
  type DirectiveNode,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';

interface Carrier {
  directives?: readonly DirectiveNode[];
  astNode?: (ASTNode & { directives?: readonly DirectiveNode[] }) | null;
}

/** Returns the use of a directive on a type, field, argument, enum value or operation; undefined without one. */
export function directive(
  carrier: Carrier | GraphQLField<unknown, unknown> | GraphQLObjectType | OperationDefinitionNode,
  name: string,
): DirectiveNode | undefined {
  const { directives, astNode } = carrier as Carrier;
  return (directives ?? astNode?.directives)?.find((use) => use.name.value === name);
}

/** Returns the arguments of a directive as plain values; enum values as their names. */
export function argumentsOf(use: DirectiveNode): Record<string, unknown> {
  return Object.fromEntries(
    (use.arguments ?? []).map((given) => [given.name.value, valueFromASTUntyped(given.value)]),
  );
}
