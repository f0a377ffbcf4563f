// Converts inputs between wire names and GraphQL variables, by the schema.
import {
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { snakeMember } from '../naming.ts';
import type { PersistedOperation } from './catalogue.ts';
import { isSpread } from './inputs.ts';

export type WireObject = Record<string, unknown>;

/**
 * Converts validated input in wire names to the variables of an operation. Enums, which are sent as stored, get their
 * GraphQL names. Free-form objects (custom fields, metadata) keep their keys.
 */
export function toVariables(operation: PersistedOperation, wire: WireObject): WireObject {
  const variables: WireObject = {};
  for (const input of operation.inputs) {
    if (isSpread(input)) variables.input = rename(getNamedType(input.type), wire);
    else if (input.wire in wire) variables[input.variable] = convert(input.type, wire[input.wire]);
  }
  return variables;
}

/** Converts the coerced arguments of a root field to the input of its operation in wire names. */
export function toInput(operation: PersistedOperation, args: Record<string, unknown>): WireObject {
  const wire: WireObject = {};
  for (const input of operation.inputs) {
    const value = args[input.argument];
    if (value === undefined) continue;
    if (isSpread(input)) Object.assign(wire, onWire(input.type, value));
    else wire[input.wire] = onWire(input.type, value);
  }
  // Instants are Date objects here; on the wire they are text.
  return JSON.parse(JSON.stringify(wire)) as WireObject;
}

/** Inside, enums have their wire values, so only names are converted. */
function onWire(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (value === null || !isInputObjectType(named)) return value;
  if (Array.isArray(value)) return value.map((item) => onWire(named, item));
  const fields = Object.values(named.getFields()).filter(({ name }) => name in (value as object));
  return Object.fromEntries(
    fields.map((field) => [snakeMember(field.name), onWire(field.type, (value as WireObject)[field.name])]),
  );
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
    const name = snakeMember(field.name);
    if (name in wire) result[field.name] = convert(field.type, wire[name]);
  }
  return result;
}
