// The scalars of the schema: those of graphql-scalars, an exact decimal, and dates within the range of the database.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject, GraphQLUUID } from 'graphql-scalars';
import { isDay, readInstant } from '../clock.ts';
import { isCountry } from './countries.ts';

/** An exact decimal as text. A JSON number has already been parsed, so its shortest form is used. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  serialize: (value) => String(value),
  parseValue: readDecimal,
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING)
      return readDecimal(node.value);
    throw new GraphQLError('A decimal is a number, or a string such as "1250.00".', { nodes: node });
  },
});

/** The decimals that are taken; services check how many digits an amount, price or quantity may have. */
export const DECIMAL_PATTERN = '^-?\\d{1,16}(\\.\\d{1,8})?$';
const DECIMAL = new RegExp(DECIMAL_PATTERN);

/** Returns whether a text is a decimal. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Returns whether a value is a number in digits, however many it has. */
export function isPlainNumber(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}

function readDecimal(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !isDecimal(text)) {
    throw new GraphQLError(
      'A decimal is a number, or a string such as "1250.00", with up to 16 digits before the point and 8 behind it.',
    );
  }
  return text;
}

/** An instant: output from a Date or from PostgreSQL's JSON text, always with milliseconds. */
const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  parseValue(value) {
    const instant = typeof value === 'string' ? readInstant(value) : undefined;
    return instant ?? refuse('Give an instant such as 2026-11-21T09:30:00Z, from year 1 to 9999.');
  },
  serialize(value) {
    if (value instanceof Date) return value.toISOString();
    const text = String(value);
    // 2026-11-21T08:39:57.4+00:00: the database outputs UTC and drops trailing zeros.
    if (!text.endsWith('+00:00')) return new Date(text).toISOString();
    const [seconds, fraction = ''] = text.slice(0, -6).split('.');
    return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  },
});

/** A UUID: checked on input; on output it is always valid. */
const UUID = new GraphQLScalarType<string, string>({
  ...(GraphQLUUID.toConfig() as object),
  name: 'UUID',
  serialize: (value) => value as string,
});

/** A calendar day. */
const DateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  serialize: (value) => value as string,
  parseValue: (value) =>
    typeof value === 'string' && isDay(value)
      ? value
      : refuse('Give a day such as 2026-11-21, from year 1 to 9999.'),
});

/** A country code; outputs are not checked, because they may have been stored before the list was used. */
const CountryCode = new GraphQLScalarType<string, string>({
  name: 'CountryCode',
  serialize: (value) => value as string,
  parseValue: (value) =>
    typeof value === 'string' && isCountry(value) ? value : refuse('Give an ISO 3166-1 code such as DE.'),
});

function refuse(message: string): never {
  throw new GraphQLError(message);
}

export const scalars = {
  UUID,
  DateTime,
  Date: DateScalar,
  JSON: GraphQLJSON,
  JSONObject: GraphQLJSONObject,
  Decimal,
  CountryCode,
};
