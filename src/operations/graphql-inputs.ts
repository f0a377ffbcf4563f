// What is wrong with the variables of a GraphQL document: by the same schemas as on REST, and under the same names.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNullableType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
} from 'graphql';
import type { FieldFault } from '../errors.ts';
import { snakeMember } from '../naming.ts';
import { SchemaWriter } from './json-schema.ts';
import { InputValidator } from './validate.ts';

/** Where a variable stands: the argument or member that it is the value of, and the names that lead there. */
interface Place {
  carrier: GraphQLArgument | GraphQLInputField;
  path: readonly string[];
}

/** A place in the arguments of a root field as REST names it: the members of `input` are those of the body. */
export function wirePath(path: string): string {
  const [first, ...rest] = path.split('.');
  return (first === 'input' && rest.length ? rest : [first!, ...rest]).map(snakeMember).join('.');
}

interface Checks {
  writer: SchemaWriter;
  validator: InputValidator;
}

const checks = new WeakMap<GraphQLSchema, Checks>();

/** Schemas of every input type; made when variables are refused for the first time. */
function checksOf(schema: GraphQLSchema): Checks {
  let known = checks.get(schema);
  if (!known) {
    const writer = SchemaWriter.forVariables(schema);
    for (const type of Object.values(schema.getTypeMap())) if (isInputObjectType(type)) writer.input(type);
    known = { writer, validator: new InputValidator(writer.definitions) };
    checks.set(schema, known);
  }
  return known;
}

/** Every fault of variables that GraphQL has refused; none where the schemas see none. */
export function variableFaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldFault[] {
  const { writer, validator } = checksOf(schema);
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    const place = placeOf(schema, operation, name);
    const path = place?.path ?? [name];
    if (!declared || (variables[name] === undefined && defaultValue)) return [];
    const isRequired = type.kind === Kind.NON_NULL_TYPE;
    const missing = {
      path: wirePath(path.join('.')),
      rule: 'required',
      message: `Give the variable $${name}.`,
    };
    if (variables[name] === undefined) return isRequired ? [missing] : [];
    const faults = validator.faults(writer.input(declared, place?.carrier), variables[name]);
    // The schema of arbitrary JSON allows null.
    if (variables[name] === null && isRequired && !faults.length) return [missing];
    return faults.map((fault) => ({
      ...fault,
      path: wirePath([...path, fault.path].filter(Boolean).join('.')),
    }));
  });
}

/** Where a variable is used at the root of an operation; undefined for one that only stands deeper. */
function placeOf(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  variable: string,
): Place | undefined {
  const root = operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  for (const node of selectionSet.selections) {
    const field: GraphQLField<unknown, unknown> | undefined =
      node.kind === Kind.FIELD ? root?.getFields()[node.name.value] : undefined;
    for (const { name, value } of (node.kind === Kind.FIELD && node.arguments) || []) {
      const carrier = field?.args.find((argument) => argument.name === name.value);
      const place = carrier && placeIn({ carrier, path: [name.value] }, value, variable);
      if (place) return place;
    }
  }
  return undefined;
}

function placeIn(place: Place, value: ValueNode, variable: string): Place | undefined {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? place : undefined;
  const type: GraphQLNullableType = getNullableType(place.carrier.type);
  if (value.kind !== Kind.OBJECT || !isInputObjectType(type)) return undefined;
  for (const member of value.fields) {
    const carrier = (getNamedType(type) as typeof type).getFields()[member.name.value];
    const found =
      carrier && placeIn({ carrier, path: [...place.path, member.name.value] }, member.value, variable);
    if (found) return found;
  }
  return undefined;
}
