// Compiles documents with variables of recursive input types, such as filters: the compiler writes out the checks of a
// type member by member, so these variables are checked by GraphQL itself before the compiled document runs.
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  Kind,
  parseType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';

type Variables = Record<string, unknown>;
type Coerced = { errors: readonly GraphQLError[] } | { variables: Variables };

/** A document that the compiler accepts, and the check of the variables that it leaves out. */
export interface CompilableDocument {
  document: DocumentNode;
  /** Checks and converts the variables; absent where no variable is recursive. */
  coerce?: (variables: Variables) => Coerced;
}

/**
 * Declares variables of recursive types as any JSON, so that the compiler passes them on as they are.
 * @param operationName the operation that will run; by default the only one
 */
export function withoutRecursiveInputs(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): CompilableDocument {
  const recursive: VariableDefinitionNode[] = [];
  const opaque = (node: VariableDefinitionNode): VariableDefinitionNode => {
    const type = typeFromAST(schema, node.type as never) as GraphQLInputType | undefined;
    if (!type || !isRecursive(getNamedType(type))) return node;
    recursive.push(node);
    const { defaultValue: _, ...declared } = node;
    return { ...declared, type: parseType('JSON') };
  };
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || !node.variableDefinitions) return node;
    if (operationName && node.name?.value !== operationName) return node;
    return { ...node, variableDefinitions: node.variableDefinitions.map(opaque) };
  });
  if (!recursive.length) return { document };
  const coerce = (variables: Variables): Coerced => {
    const { errors, coerced } = getVariableValues(schema, recursive, variables);
    return errors ? { errors } : { variables: { ...variables, ...coerced } };
  };
  return { document: { ...document, definitions }, coerce };
}

const known = new WeakMap<GraphQLNamedInputType, boolean>();

/** Returns whether an input type contains itself, or a type that does. */
function isRecursive(type: GraphQLNamedInputType): boolean {
  let recursive = known.get(type);
  if (recursive === undefined) {
    recursive = leadsToCycle(type, []);
    known.set(type, recursive);
  }
  return recursive;
}

function leadsToCycle(type: GraphQLNamedInputType, parents: readonly GraphQLNamedInputType[]): boolean {
  if (!isInputObjectType(type)) return false;
  if (parents.includes(type)) return true;
  return Object.values(type.getFields()).some((field) =>
    leadsToCycle(getNamedType(field.type), [...parents, type]),
  );
}
