// The inputs of an operation: its variables, where REST takes each from, and their common schema.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';

/** One input of an operation: a variable of its document, and where REST takes it from. */
export interface OperationInput {
  variable: string;
  /** The argument of the root field that takes the variable. */
  argument: string;
  wire: string;
  in: 'path' | 'query' | 'body' | 'header';
  /** The name of the header. */
  header?: string;
  type: GraphQLInputType;
  required: boolean;
}

/** Reads an input from the declaration of its variable. */
export function readInput(
  node: VariableDefinitionNode,
  path: string,
  method: string,
  schema: GraphQLSchema,
  root: FieldNode,
  field: GraphQLField<unknown, unknown>,
): OperationInput {
  const variable = node.variable.name.value;
  const type = typeFromAST(schema, node.type as never) as unknown as GraphQLInputType;
  const inPath = path.includes(`{${variable}}`);
  const inQuery = method === 'GET' || method === 'DELETE';
  const argument = argumentOf(variable, root) ?? variable;
  const header = headerOf(field, argument);
  return {
    variable,
    argument,
    // A path parameter has the name used in the route.
    wire: inPath ? variable : snakeCase(variable),
    in: header ? 'header' : inPath ? 'path' : inQuery ? 'query' : 'body',
    ...(header && { header }),
    type,
    required: isNonNullType(type) && !node.defaultValue,
  };
}

function headerOf(field: GraphQLField<unknown, unknown>, argument: string): string | undefined {
  const declared = field.args.find(({ name }) => name === argument);
  const use = declared && directive(declared, 'header');
  return use ? (argumentsOf(use).name as string) : undefined;
}

/** Returns whether the members of the variable are the members of the body. */
export function isSpread(input: OperationInput): boolean {
  return input.variable === 'input' && isInputObjectType(getNamedType(input.type));
}

/** Returns the schema of all inputs by wire name. `stop` is called on an inconsistency. */
export function inputSchemaOf(
  inputs: OperationInput[],
  field: GraphQLField<unknown, unknown>,
  root: FieldNode,
  writer: SchemaWriter,
  stop: (fault: string) => never,
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const add = (name: string, schema: JsonSchema): void => {
    if (properties[name]) stop(`takes ${name} twice`);
    properties[name] = schema;
  };
  for (const input of inputs) {
    const argument = field.args.find(({ name }) => name === argumentOf(input.variable, root));
    const schema = writer.input(input.type, argument);
    if (!isSpread(input)) {
      add(input.wire, schema);
      if (input.required) required.push(input.wire);
      continue;
    }
    const definition = writer.definitions[getNamedType(input.type).name]!;
    for (const [name, part] of Object.entries(definition.properties!)) add(name, part);
    required.push(...(definition.required ?? []));
  }
  return { type: 'object', additionalProperties: false, properties, ...(required.length && { required }) };
}

function argumentOf(variable: string, { arguments: given = [] }: FieldNode): string | undefined {
  return given.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable)?.name.value;
}

/** The file that an operation takes. */
export interface UploadInput {
  /** The member of the input. */
  wire: string;
  maxBytes: number;
  /** Whether it takes several files. */
  isList: boolean;
}

/** Returns the input with the directive `@upload`; undefined if the operation takes no file. */
export function uploadOf(
  inputs: OperationInput[],
  field: GraphQLField<unknown, unknown>,
): UploadInput | undefined {
  for (const input of inputs) {
    const type = getNamedType(input.type);
    const carriers =
      isSpread(input) && isInputObjectType(type)
        ? Object.values(type.getFields())
        : field.args.filter(({ name }) => name === input.argument);
    for (const carrier of carriers) {
      const use = directive(carrier, 'upload');
      if (!use) continue;
      const isList = isListType(getNullableType(carrier.type));
      return { wire: snakeCase(carrier.name), maxBytes: argumentsOf(use).maxBytes as number, isList };
    }
  }
  return undefined;
}
