// The scalars of the schema: graphql-scalars where it has one, and our exact decimal.
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLJSONObject, GraphQLLocalDate, GraphQLUUID } from 'graphql-scalars';

/** An exact decimal as its text: a JSON number has been parsed already, so its shortest form is what was meant. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  serialize: (value) => String(value),
  parseValue: readDecimal,
  parseLiteral(node) {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING) return readDecimal(node.value);
    throw new GraphQLError('A decimal is a number, or a string such as "1250.00".', { nodes: node });
  },
});

function readDecimal(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,16}(\.\d{1,4})?$/.test(text)) {
    throw new GraphQLError('A decimal is a number, or a string such as "1250.00", with up to 16 digits before the point and 4 behind it.');
  }
  return text;
}

/** The date type is a day of the calendar; graphql-scalars calls that LocalDate. */
const DateScalar = new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'Date' });

export const scalars = {
  UUID: GraphQLUUID,
  DateTime: GraphQLDateTime,
  Date: DateScalar,
  JSON: GraphQLJSON,
  JSONObject: GraphQLJSONObject,
  Decimal,
};
