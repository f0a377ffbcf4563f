// Inputs from the wire to GraphQL variables, by the schema and never by guessing.
import { type GraphQLInputType, type GraphQLNamedInputType, getNamedType, isInputObjectType } from 'graphql';
import { isSpread, type Operation } from './catalogue.ts';
import { snakeCase } from './naming.ts';

export type WireObject = Record<string, unknown>;

/**
 * Variables of an operation from its input in wire names, which has been validated against `inputSchema`.
 * Free-form objects (custom fields, metadata) keep their keys.
 */
export function toVariables(operation: Operation, wire: WireObject): WireObject {
  const variables: WireObject = {};
  for (const input of operation.inputs) {
    if (isSpread(input)) variables.input = rename(getNamedType(input.type), wire);
    else if (input.wire in wire) variables[input.variable] = convert(input.type, wire[input.wire]);
  }
  return variables;
}

function convert(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (value === null || value === undefined || !isInputObjectType(named)) return value;
  return Array.isArray(value) ? value.map((item) => rename(named, item as WireObject)) : rename(named, value as WireObject);
}

function rename(type: GraphQLNamedInputType, wire: WireObject): WireObject {
  const result: WireObject = {};
  if (!isInputObjectType(type)) return result;
  for (const field of Object.values(type.getFields())) {
    const name = snakeCase(field.name);
    if (name in wire) result[field.name] = convert(field.type, wire[name]);
  }
  return result;
}
