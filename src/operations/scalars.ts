// The scalars of the schema: graphql-scalars where it has one, and our exact decimal.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import {
  GraphQLDateTime,
  GraphQLJSON,
  GraphQLJSONObject,
  GraphQLLocalDate,
  GraphQLUUID,
} from 'graphql-scalars';

/** An exact decimal as its text: a JSON number has been parsed already, so its shortest form is what was meant. */
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

function readDecimal(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,16}(\.\d{1,4})?$/.test(text)) {
    throw new GraphQLError(
      'A decimal is a number, or a string such as "1250.00", with up to 16 digits before the point and 4 behind it.',
    );
  }
  return text;
}

/** An instant: read as graphql-scalars does, written from a Date or from PostgreSQL's JSON text, always with milliseconds. */
const DateTime = new GraphQLScalarType<Date, string>({
  ...(GraphQLDateTime.toConfig() as object),
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date) return value.toISOString();
    const text = String(value);
    // 2026-11-21T08:39:57.4+00:00: the database writes UTC and drops the zeros at the end.
    if (!text.endsWith('+00:00')) return new Date(text).toISOString();
    const [seconds, fraction = ''] = text.slice(0, -6).split('.');
    return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  },
});

/** A UUID: checked where it comes in; what goes out is a key of ours. */
const UUID = new GraphQLScalarType<string, string>({
  ...(GraphQLUUID.toConfig() as object),
  name: 'UUID',
  serialize: (value) => value as string,
});

/** The date type is a day of the calendar; graphql-scalars calls that LocalDate. */
const DateScalar = new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'Date' });

export const scalars = {
  UUID,
  DateTime,
  Date: DateScalar,
  JSON: GraphQLJSON,
  JSONObject: GraphQLJSONObject,
  Decimal,
};
