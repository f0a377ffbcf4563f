// Inputs from the wire to GraphQL variables, by the schema and never by guessing.
import {
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import type { PersistedOperation } from './catalogue.ts';
import { isSpread } from './inputs.ts';
import { snakeCase } from './naming.ts';

export type WireObject = Record<string, unknown>;

/**
 * Variables of an operation from its input in wire names, which has been validated against `inputSchema`.
 * Enums, which travel as they are stored, get their GraphQL names. Free-form objects (custom fields, metadata) keep their keys.
 */
export function toVariables(operation: PersistedOperation, wire: WireObject): WireObject {
  const variables: WireObject = {};
  for (const input of operation.inputs) {
    if (isSpread(input)) variables.input = rename(getNamedType(input.type), wire);
    else if (input.wire in wire) variables[input.variable] = convert(input.type, wire[input.wire]);
  }
  return variables;
}

function convert(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (value === null || value === undefined || !(isInputObjectType(named) || isEnumType(named))) return value;
  const one = (item: unknown) =>
    isEnumType(named) ? named.serialize(item) : rename(named, item as WireObject);
  return Array.isArray(value) ? value.map(one) : one(value);
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
