// The parameters and bodies of operations in the API description.
import {
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { MAX_REASON } from '../src/access/operators.ts';
import { snakeCase } from '../src/naming.ts';
import { type Catalogue, type Operation, takesVersion } from '../src/operations/catalogue.ts';
import { isSpread, type OperationInput, type UploadInput } from '../src/operations/inputs.ts';
import { exampleOf, type JsonSchema } from '../src/operations/json-schema.ts';
import { isCombination } from './filter-parameter.ts';
import type { Components, Part } from './openapi-components.ts';
import { fieldsParameter } from './sparse-records.ts';

/** The parameters that a list shows first, because they are used most. */
const FIRST = ['search', 'q', 'sort', 'page', 'pageSize', 'fields', 'cursor'];

const IDEMPOTENCY_KEY: Part = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated call with the same key returns the response of the first one. Agents must send it.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const IF_MATCH: Part = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the version that the caller has read; if the workspace requires it, calls without it get 428.',
  schema: { type: 'string', maxLength: 100, examples: ['"3"'] },
};

const OPERATOR_REASON: Part = {
  name: 'X-Operator-Reason',
  in: 'header',
  description: 'Why the operator makes the call, for the audit. Risky calls must state it.',
  schema: { type: 'string', maxLength: MAX_REASON, examples: ['Ticket 4711'] },
};

const IF_NONE_MATCH: Part = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The ETag of an earlier answer; if it is still the current one, the answer is 304 without a body.',
  schema: { type: 'string', maxLength: 1000, examples: ['"3"'] },
};

/** Returns the parameters of an operation: of the path, the most used ones, the others, headers, filters. */
export function parametersOf(operation: Operation, catalogue: Catalogue, components: Components): Part[] {
  const own = operation.inputs.filter((input) => input.in !== 'body');
  const isFilter = (input: OperationInput) =>
    input.in === 'query' && isInputObjectType(getNamedType(input.type));
  // On REST the custom keys are part of `sort`.
  const plain = own.filter((input) => !isFilter(input) && input.wire !== 'custom_sort');
  const rank = ({ in: place, wire }: OperationInput) =>
    place === 'path' ? -1 : FIRST.includes(wire) ? FIRST.indexOf(wire) : FIRST.length;
  return [
    ...plain.sort((a, b) => rank(a) - rank(b)).map((input) => parameterOf(operation, input)),
    ...fieldsParameter(operation, catalogue, components),
    ...headerParameters(operation, components),
    ...own.filter(isFilter).flatMap((input) => filterParameters(input, catalogue, components)),
  ];
}

function headerParameters(operation: Operation, components: Components): Part[] {
  const { kind, method, access, answer, idempotency } = operation;
  const hasKey = idempotency === 'key' || (kind === 'mutation' && access.principals !== 'public');
  const refer = (part: Part) => ({ ...components.refer('parameters', part.name as string, () => part) });
  return [
    ...(hasKey ? [refer(IDEMPOTENCY_KEY)] : []),
    ...(access.principals === 'operator' ? [refer(OPERATOR_REASON)] : []),
    ...(takesVersion(operation) ? [refer(IF_MATCH)] : []),
    ...(method === 'GET' && answer === 'envelope' ? [refer(IF_NONE_MATCH)] : []),
  ];
}

function parameterOf({ inputSchema }: Operation, input: OperationInput): Part {
  const { description, ...schema } = inputSchema.properties![input.wire]!;
  return {
    name: input.header ?? input.wire,
    in: input.in,
    required: input.required,
    ...(typeof description === 'string' && { description }),
    ...(isArray(schema) && { style: 'form', explode: false }),
    schema: notNull(schema),
  };
}

/** The filter as a tree of clauses, which must hold in addition to the parameters `filter[...]`. */
const FILTER_TREE: Part = {
  name: 'filter',
  in: 'query',
  description:
    'Conditions joined by and, or, not, as JSON: `{"or":[{"field":"name","op":"eq","value":"Acme"},…]}`.',
  schema: { type: 'string', contentMediaType: 'application/json' },
};

/**
 * Returns a parameter for each `filter[field][operator]`, so that generated clients have them. Each is described once
 * for all lists that take it.
 */
function filterParameters(input: OperationInput, catalogue: Catalogue, components: Components): Part[] {
  const type = getNamedType(input.type);
  if (!isInputObjectType(type)) return [];
  return [
    { ...components.refer('parameters', 'filter', () => FILTER_TREE) },
    ...conditionParameters(type, [input.wire], catalogue, components),
  ];
}

/** Returns the parameters of the fields of a filter, of which related records have filters of their own. */
function conditionParameters(
  type: GraphQLInputObjectType,
  path: readonly string[],
  catalogue: Catalogue,
  components: Components,
): Part[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const conditions = getNamedType(field.type);
    // Custom fields differ between workspaces, so only the guide describes how to filter by them.
    if (!isInputObjectType(conditions) || isListType(getNullableType(field.type))) return [];
    if (isCombination(field.name)) return [];
    const members = [...path, snakeCase(field.name)];
    if (!conditions.getFields().eq) return conditionParameters(conditions, members, catalogue, components);
    const { properties } = catalogue.definitions[conditions.name]!;
    return Object.entries(properties!).map(([operator, condition]) => {
      const { description: meaning, ...schema } = operator === 'not' ? properties!.eq! : condition;
      const [first, ...rest] = [...members, operator];
      const description = [field.description, meaning].filter(Boolean).join(' ');
      const part: Part = {
        name: first + rest.map((name) => `[${name}]`).join(''),
        in: 'query',
        ...(description && { description }),
        ...(isArray(schema) && { style: 'form', explode: false }),
        schema: notNull(schema),
      };
      const key = [first, ...rest].join('.');
      const name = components.differs('parameters', key, part) ? [type.name, ...rest].join('.') : key;
      return { ...components.refer('parameters', name, () => part) };
    });
  });
}

function isArray({ type }: JsonSchema): boolean {
  return [type].flat().includes('array');
}

/** Removes null from a schema, because a query string cannot contain it. */
function notNull(schema: JsonSchema): JsonSchema {
  const alternatives = schema.anyOf as JsonSchema[] | undefined;
  if (alternatives?.length === 2 && alternatives[1]!.type === 'null') {
    const { anyOf: _, ...rest } = schema;
    return { ...alternatives[0], ...rest };
  }
  const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined) as string[];
  if (types.length === 0) return schema;
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {};
  return { ...schema, type: types.length === 1 ? types[0]! : types, ...values };
}

/** Returns the request body of an operation; undefined if it has none. */
export function requestBodyOf(
  operation: Operation,
  catalogue: Catalogue,
  components: Components,
): Part | undefined {
  const body = bodySchema(operation);
  if (!body) return undefined;
  const schema = components.refer('schemas', bodyName(operation, body, catalogue), () => body);
  return {
    required: true,
    content: {
      'application/json': { schema, example: exampleOf(body, catalogue.definitions) },
      ...(operation.upload && {
        'multipart/form-data': { schema: multipartSchema(body, operation.upload) },
      }),
    },
  };
}

/** Returns the name of the input whose members are exactly those of the body, or a name for the body of this operation. */
function bodyName({ name, inputs }: Operation, body: JsonSchema, { definitions }: Catalogue): string {
  const spread = inputs.find((input) => input.in === 'body' && isSpread(input));
  const type = spread && getNamedType(spread.type).name;
  const isWhole =
    type && Object.keys(definitions[type]!.properties!).join() === Object.keys(body.properties!).join();
  return isWhole ? type : `${name}Body`;
}

/** Returns the schema of the body; undefined if the operation has none. */
function bodySchema(operation: Operation): JsonSchema | undefined {
  const inBody = operation.inputs.filter((input) => input.in === 'body');
  if (inBody.length === 0) return undefined;
  const outside = new Set(operation.inputs.filter((input) => input.in !== 'body').map(({ wire }) => wire));
  const { properties, required = [] } = operation.inputSchema;
  const members = Object.entries(properties!).filter(
    ([name]) => !outside.has(name) || inBody.some((input) => !isSpread(input) && input.wire === name),
  );
  const needed = required.filter((name) => members.some(([member]) => member === name));
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(members),
    ...(needed.length && { required: needed }),
  };
}

/** Returns the schema of the multipart form of a body: the file is a part with a file name. */
function multipartSchema(body: JsonSchema, { wire, maxBytes, isList }: UploadInput): JsonSchema {
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, with its name; at most ${maxBytes} bytes.`,
  };
  const part = isList ? { type: 'array', items: file, maxItems: 10 } : file;
  return { ...body, properties: { ...body.properties, [wire]: part } };
}
