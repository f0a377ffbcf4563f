// Adds variables to the documents of lists: a list takes every argument of its field, except those that the document
// sets.
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
} from 'graphql';
import { directive } from '../sdl/directives.ts';

/** Arguments with another name on REST and MCP. */
const RENAMED: Record<string, string> = { after: 'cursor' };

/** Arguments that are not added: `first` is another name of `pageSize`. */
const LEFT_OUT = new Set(['first']);

/** Arguments that are not added to a document with a fixed page size, such as an export. */
const OF_PAGES = new Set(['page', 'pageSize']);

/** Whether a field is declared as a list, of records (`@list`) or of another kind (`@paged`). */
export function isDeclaredList(field: GraphQLField<unknown, unknown>): boolean {
  return !!directive(field, 'list') || !!directive(field, 'paged');
}

/**
 * Adds a variable for each argument of the list that the document does not set. Other documents are returned unchanged.
 */
export function withListVariables(
  node: OperationDefinitionNode,
  schema: GraphQLSchema,
): OperationDefinitionNode {
  const [root] = node.selectionSet.selections as readonly FieldNode[];
  const field = node.operation === 'query' && schema.getQueryType()!.getFields()[root!.name.value];
  if (!field || !isDeclaredList(field)) return node;
  const given = new Map(root!.arguments?.map(({ name, value }) => [name.value, value.kind]));
  const isFixedSize = given.get('first') === Kind.INT;
  const taken = field.args.filter(
    ({ name }) => !given.has(name) && !LEFT_OUT.has(name) && !(isFixedSize && OF_PAGES.has(name)),
  );
  return {
    ...node,
    variableDefinitions: [...(node.variableDefinitions ?? []), ...taken.map(variableOf)],
    selectionSet: {
      ...node.selectionSet,
      selections: [{ ...root!, arguments: [...(root!.arguments ?? []), ...taken.map(argumentOf)] }],
    },
  };
}

function variableOf({ name, type }: GraphQLArgument) {
  return { kind: Kind.VARIABLE_DEFINITION, variable: variable(name), type: parseType(String(type)) } as const;
}

function argumentOf({ name }: GraphQLArgument) {
  return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value: variable(name) } as const;
}

function variable(argument: string) {
  const name = { kind: Kind.NAME, value: RENAMED[argument] ?? argument } as const;
  return { kind: Kind.VARIABLE, name } as const;
}
