// Converts blank texts in mutations to null, for optional texts without a format, on every surface.
import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { argumentsOf, directive } from '../sdl/directives.ts';

type Carrier = GraphQLArgument | GraphQLInputField;
type Values = Record<string, unknown>;
type Read = (value: unknown) => unknown;

/** Converters by input object type, shared by every argument of the type. */
type Known = Map<string, ReadonlyMap<string, Read>>;

/**
 * Returns a function that replaces texts of white space only by null. A text with a pattern or a minimum length is left
 * for validation to refuse.
 */
export function nullBlankTexts(
  fields: readonly Carrier[],
  known: Known = new Map(),
): (values: Values) => Values {
  const reads = readsOf(fields, known);
  return (values) => withRead(values, reads);
}

function readsOf(fields: readonly Carrier[], known: Known): ReadonlyMap<string, Read> {
  return new Map(
    fields.flatMap((field) => (readOf(field, known) ? [[field.name, readOf(field, known)!]] : [])),
  );
}

function readOf(field: Carrier, known: Known): Read | undefined {
  const named = getNamedType(field.type);
  if (isInputObjectType(named)) {
    let reads = known.get(named.name);
    if (!reads) {
      const own = new Map<string, Read>();
      known.set(named.name, own);
      for (const [name, read] of readsOf(Object.values(named.getFields()), known)) own.set(name, read);
      reads = own;
    }
    const object = reads;
    return (value) =>
      Array.isArray(value) ? value.map((one) => readObject(one, object)) : readObject(value, object);
  }
  const isFree =
    named.name === 'String' &&
    !isNonNullType(field.type) &&
    !isListType(getNullableType(field.type)) &&
    !hasFormat(field);
  return isFree ? (value) => (typeof value === 'string' && value.trim() === '' ? null : value) : undefined;
}

function hasFormat(field: Carrier): boolean {
  const limits = directive(field, 'limits');
  const { minLength, pattern } = (limits ? argumentsOf(limits) : {}) as {
    minLength?: number;
    pattern?: string;
  };
  return minLength !== undefined || pattern !== undefined;
}

function readObject(value: unknown, reads: ReadonlyMap<string, Read>): unknown {
  return value !== null && typeof value === 'object' ? withRead(value as Values, reads) : value;
}

function withRead(values: Values, reads: ReadonlyMap<string, Read>): Values {
  const read = { ...values };
  for (const name of Object.keys(values)) {
    const own = reads.get(name);
    if (own) read[name] = own(values[name]);
  }
  return read;
}
