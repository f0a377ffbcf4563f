// Builds the OpenAPI 3.1 document from the catalogue: every operation with its inputs, responses, errors and examples.
import { readFileSync } from 'node:fs';
import {
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { mayWantFreshSession } from '../src/access/freshness.ts';
import { ERRORS, type ErrorCode } from '../src/errors.ts';
import { snakeCase } from '../src/naming.ts';
import { canBeQueued, QUEUED_SCHEMA } from '../src/operations/approval.ts';
import {
  type Catalogue,
  isDescribed,
  type Operation,
  type PersistedOperation,
  takesVersion,
} from '../src/operations/catalogue.ts';
import { isSpread, type OperationInput, type UploadInput } from '../src/operations/inputs.ts';
import { exampleOf, type JsonSchema } from '../src/operations/json-schema.ts';
import { isCombination } from './filter-parameter.ts';
import { DOCUMENT_SCHEMAS, ERROR_SCHEMA, META_SCHEMA, PAGE_MEMBERS } from './openapi-shapes.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
  description: string;
};

type Document = Record<string, unknown>;

/** The introduction of the description: rules that hold for every route. */
const GUIDE = `Send \`Authorization: Bearer …\` and \`x-tenant-id\` with every request.

**Responses** are \`{"success": true, "data": …}\`; lists add paging members. Errors are \`{"success": false, "error": {code, message, …}}\`.
Ignore members that you do not know.

**Lists** take \`page\` and \`pageSize\`, or \`cursor\`; \`filter[field][operator]=value\` (\`filter[field]=value\` is \`eq\`);
\`sort=-updated_at,name\`. Custom fields of a workspace are filtered by \`filter[custom.tier][operator]=gold\` and sorted by
\`sort=-custom.score,name\`. Reads take \`fields=a,b\`: the records then contain only \`id\` and these members.

**Versions.** A record has a \`version\`, which is its ETag. With \`If-Match\`, a write is refused if the record has changed
since; with \`If-None-Match\`, an unchanged record answers 304.

**Retries.** Send \`Idempotency-Key\` with a write: repeating the same request with the same key returns the first response.`;

/** Errors that every operation can return. */
const COMMON_ERRORS: ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
];

/**
 * Builds the OpenAPI document.
 * @param only operations to describe; all by default
 * @param server base URL of the service
 */
export function openApiDocument(
  catalogue: Catalogue,
  only: readonly Operation[] = catalogue.operations,
  server = '/',
): Document {
  const described = only.filter(isDescribed);
  const paths: Record<string, Record<string, Document>> = {};
  for (const operation of described) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation, catalogue);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Platform API', version, description: `${description}\n\n${GUIDE}` },
    servers: [{ url: server }],
    tags: [...new Set(described.map(tagOf))].sort().map((name) => ({ name })),
    security: [{ bearer: [], tenant: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of a person, or an API access token.',
        },
        tenant: { type: 'apiKey', in: 'header', name: 'x-tenant-id', description: 'Id of the workspace.' },
      },
      responses: {
        Queued: queuedResponse(catalogue),
        ...Object.fromEntries(statuses().map(([status, codes]) => [`Error${status}`, errorResponse(codes)])),
      },
      schemas: { ...catalogue.definitions, Error: ERROR_SCHEMA, Meta: META_SCHEMA },
    },
  };
}

/** Returns the tag of an operation: the first segment of its path after /api. */
function tagOf({ path }: Operation): string {
  const parts = path.split('/').slice(2);
  return parts[0] === 'settings' && parts[1] ? parts[1] : parts[0]!;
}

function describe(operation: Operation, catalogue: Catalogue): Document {
  const { access, inputs } = operation;
  const parameters = inputs
    .filter((input) => input.in !== 'body')
    .flatMap((input) => parametersOf(operation, input, catalogue));
  if (operation.kind === 'mutation' && access.principals !== 'public') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A repeated call with the same key returns the response of the first one. Agents must send it.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  }
  if (takesVersion(operation)) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      description:
        'The ETag of the version that the caller has read; if the workspace requires it, calls without it get 428.',
      schema: { type: 'string' },
    });
  }
  const body = bodySchema(operation);
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    ...(operation.deprecation && {
      deprecated: true,
      'x-sunset': operation.deprecation.sunset.toISOString(),
    }),
    tags: [tagOf(operation)],
    ...(access.principals === 'public' && { security: [] }),
    ...(parameters.length && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: body, example: exampleOf(body, catalogue.definitions) },
          ...(operation.upload && {
            'multipart/form-data': { schema: multipartSchema(body, operation.upload) },
          }),
        },
      },
    }),
    responses: responsesOf(operation, catalogue),
    'x-operation': operation.name,
    'x-module': access.module,
    ...(access.permission && { 'x-permission': access.permission }),
    ...(access.scope && { 'x-scope': access.scope }),
    'x-principals': access.principals,
    'x-risk': access.risk,
    'x-idempotency': operation.idempotency,
    'x-graphql': operation.source,
  };
}

function parametersOf(operation: Operation, input: OperationInput, catalogue: Catalogue): Document[] {
  const schema = operation.inputSchema.properties![input.wire]!;
  const { description, ...rest } = schema;
  const type = getNamedType(input.type);
  if (input.in === 'query' && isInputObjectType(type)) return filterParameters(input, catalogue);
  // On REST the custom keys are part of `sort`.
  if (input.wire === 'custom_sort') return [];
  const isList = [rest.type].flat().includes('array');
  return [
    {
      name: input.header ?? input.wire,
      in: input.in,
      required: input.required,
      ...(typeof description === 'string' && { description }),
      ...(isList && { style: 'form', explode: false }),
      schema: notNull(rest),
    },
  ];
}

/** Returns a parameter for each `filter[field][operator]`, so that generated clients have them. */
function filterParameters(input: OperationInput, catalogue: Catalogue): Document[] {
  const type = getNamedType(input.type);
  if (!isInputObjectType(type)) return [];
  return [FILTER_TREE, ...conditionParameters(type, input.wire, catalogue)];
}

/** The filter as a tree of clauses, which must hold in addition to the parameters `filter[...]`. */
const FILTER_TREE: Document = {
  name: 'filter',
  in: 'query',
  description:
    'Conditions joined by and, or, not, as JSON: `{"or":[{"field":"name","op":"eq","value":"Acme"},…]}`.',
  schema: { type: 'string', contentMediaType: 'application/json' },
};

/** Returns the parameters of the fields of a filter, of which related records have filters of their own. */
function conditionParameters(type: GraphQLInputObjectType, prefix: string, catalogue: Catalogue): Document[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const conditions = getNamedType(field.type);
    // Custom fields differ between workspaces, so only the guide describes how to filter by them.
    if (!isInputObjectType(conditions) || isListType(getNullableType(field.type))) return [];
    if (isCombination(field.name)) return [];
    const name = `${prefix}[${snakeCase(field.name)}]`;
    if (!conditions.getFields().eq) return conditionParameters(conditions, name, catalogue);
    const { properties } = catalogue.definitions[conditions.name]!;
    return Object.entries(properties!).map(([operator, schema]) => ({
      name: `${name}[${operator}]`,
      in: 'query',
      ...([schema.type].flat().includes('array') && { style: 'form', explode: false }),
      schema: notNull(operator === 'not' ? properties!.eq! : schema),
    }));
  });
}

/** Removes null from a schema, because a query string cannot contain it. */
function notNull(schema: JsonSchema): JsonSchema {
  const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined) as string[];
  if (types.length === 0) return schema;
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {};
  return { ...schema, type: types.length === 1 ? types[0]! : types, ...values };
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
function multipartSchema(body: JsonSchema, { wire, maxBytes }: UploadInput): JsonSchema {
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `The file, with its name; at most ${maxBytes} bytes.`,
  };
  return { ...body, properties: { ...body.properties, [wire]: file } };
}

function responsesOf(operation: Operation, catalogue: Catalogue): Document {
  const codes = new Set<ErrorCode>(COMMON_ERRORS);
  if (operation.kind === 'mutation')
    for (const code of ['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'] as const) codes.add(code);
  // A query may also take a body.
  if (operation.method !== 'GET')
    for (const code of ['PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      codes.add(code);
  if (takesVersion(operation))
    for (const code of ['PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'] as const) codes.add(code);
  if (mayWantFreshSession(operation.access)) codes.add('FRESH_SESSION_REQUIRED');
  // A token from a mail is valid once and for a limited time.
  const takesMailedToken = operation.inputs.some(({ wire }) => wire === 'token');
  if (operation.deprecation || takesMailedToken) codes.add('GONE');
  for (const code of ['SERVICE_UNAVAILABLE', 'OVERLOADED'] as const) codes.add(code);
  if (operation.answer === 'envelope') codes.add('ANSWER_TOO_LARGE');
  const refusals = [...new Set([...codes].map((code) => ERRORS[code].status))].sort();
  return {
    ...(canBeQueued(operation) && { 202: { $ref: '#/components/responses/Queued' } }),
    ...(operation.outcome && { 200: successResponse(operation, catalogue) }),
    [operation.status]:
      operation.status === 202 && canBeQueued(operation)
        ? startedOrQueued(operation, catalogue)
        : successResponse(operation, catalogue),
    ...(operation.versioned &&
      operation.method === 'GET' && {
        304: { description: 'The version in If-None-Match is the current one.' },
      }),
    ...Object.fromEntries(
      refusals.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
    ),
  };
}

function successResponse(operation: Operation, catalogue: Catalogue): Document {
  const description = operation.summary;
  const schema = answerSchema(operation);
  const headers = operation.versioned
    ? { headers: { ETag: { description: 'The version of the record.', schema: { type: 'string' } } } }
    : {};
  return {
    description,
    ...headers,
    content: { 'application/json': { schema, example: exampleOf(schema, catalogue.definitions) } },
  };
}

/** Returns the schema of a successful response: the envelope, or the document itself. */
export function answerSchema(operation: PersistedOperation): JsonSchema {
  const { outputSchema } = operation;
  if (operation.answer === 'document') return DOCUMENT_SCHEMAS[operation.name] ?? outputSchema;
  const properties: Record<string, JsonSchema> = {
    success: { type: 'boolean', const: true, examples: [true] },
  };
  properties.data = operation.isPage ? { type: 'array', items: outputSchema } : outputSchema;
  if (operation.isPage) Object.assign(properties, PAGE_MEMBERS, operation.pageMembers);
  const required = Object.keys(properties);
  properties.meta = { $ref: '#/components/schemas/Meta' };
  return { type: 'object', properties, required };
}

/** Describes 202 for an operation that starts a job: the body shows whether the job was started or the call was queued. */
function startedOrQueued(operation: Operation, catalogue: Catalogue): Document {
  const schema = { anyOf: [envelopeOf(operation.outputSchema), envelopeOf(QUEUED_SCHEMA)] };
  const example = exampleOf(envelopeOf(operation.outputSchema), catalogue.definitions);
  return { ...successResponse(operation, catalogue), content: { 'application/json': { schema, example } } };
}

/** Describes the response to an agent's call that waits for approval. */
function queuedResponse({ definitions }: Catalogue): Document {
  const schema = envelopeOf(QUEUED_SCHEMA);
  return {
    description: 'The call of an agent was queued: nothing has changed yet, and a person must approve it.',
    content: { 'application/json': { schema, example: exampleOf(schema, definitions) } },
  };
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { success: { type: 'boolean', const: true, examples: [true] }, data },
    required: ['success', 'data'],
  };
}

function statuses(): [status: number, codes: ErrorCode[]][] {
  const groups = Map.groupBy(Object.keys(ERRORS) as ErrorCode[], (code) => ERRORS[code].status as number);
  return [...groups].sort(([a], [b]) => a - b);
}

function errorResponse(codes: ErrorCode[]): Document {
  const [code] = codes;
  const { message, retryable = false } = ERRORS[code!] as { message: string; retryable?: boolean };
  return {
    description: codes.map((name) => `\`${name}\`: ${ERRORS[name].message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: {
          success: false,
          error: { code, message, request_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f', retryable },
        },
      },
    },
  };
}
