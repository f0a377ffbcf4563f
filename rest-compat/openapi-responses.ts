// The responses of operations in the API description: envelopes, statuses, headers and errors.
import { isOpenWhileRestricted } from '../src/access/check.ts';
import { mayWantFreshSession } from '../src/access/freshness.ts';
import { ERRORS, type ErrorCode } from '../src/error-codes.ts';
import { canBeQueued, QUEUED_SCHEMA } from '../src/operations/approval.ts';
import {
  type Catalogue,
  type Operation,
  type PersistedOperation,
  takesDryRun,
  takesKey,
  takesVersion,
} from '../src/operations/catalogue.ts';
import { exampleOf, type JsonSchema } from '../src/operations/json-schema.ts';
import type { Components, Part, Reference } from './openapi-components.ts';
import { DOCUMENT_SCHEMAS, PAGE_MEMBERS } from './openapi-shapes.ts';
import { selectableMembers, sparseRecord } from './sparse-records.ts';

/** Headers of responses, by name. */
export const HEADERS: Record<string, Part> = {
  ETag: {
    description: 'The version of the record, or a tag of the content of another large answer.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'RateLimit-Limit': { description: 'Requests in the window of the tightest limit.', schema: whole(300) },
  'RateLimit-Remaining': { description: 'Requests that are left in the window.', schema: whole(299) },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: whole(60) },
  'RateLimit-Policy': {
    description: 'The limits that apply, each with its quota and window in seconds.',
    schema: { type: 'string', examples: ['"user";q=300;w=60'] },
  },
  'Retry-After': { description: 'Seconds to wait before the call is repeated.', schema: whole(1) },
  'X-Request-Id': {
    description: 'The id of the request; quote it in questions about a call.',
    schema: { type: 'string', examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] },
  },
};

const EVERY_ANSWER = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
];

function whole(example: number): JsonSchema {
  return { type: 'integer', format: 'int32', minimum: 0, examples: [example] };
}

/** Errors that every operation can return. */
const COMMON_ERRORS: ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'OVERLOADED',
];

/** Returns the responses of an operation by status. */
export function responsesOf(operation: Operation, catalogue: Catalogue, components: Components): Part {
  const success = successResponse(operation, catalogue, components);
  const isStarted = operation.status === 202 && canBeQueued(operation);
  return {
    ...(canBeQueued(operation) && {
      202: components.refer('responses', 'Queued', () => queuedResponse(catalogue, components)),
    }),
    ...((operation.outcome || takesDryRun(operation)) && { 200: success }),
    [operation.status]: isStarted ? startedOrQueued(operation, catalogue, components) : success,
    ...(hasEtag(operation) && {
      304: components.refer('responses', 'NotModified', () => ({
        description: 'The tag in If-None-Match is the current one; the answer has no body.',
        headers: headersOf(components, ['ETag']),
      })),
    }),
    ...Object.fromEntries(
      refusalsOf(operation).map((status) => [
        status,
        components.refer('responses', `Error${status}`, () => errorResponse(status, components)),
      ]),
    ),
  };
}

/** Returns whether answers of an operation may have an ETag. */
function hasEtag({ method, answer }: Operation): boolean {
  return method === 'GET' && answer === 'envelope';
}

/** Returns the statuses with which an operation may refuse a call. */
function refusalsOf(operation: Operation): number[] {
  const codes = new Set<ErrorCode>(COMMON_ERRORS);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (takesKey(operation)) add('CONFLICT', 'IDEMPOTENCY_KEY_REUSED');
  // The only reads that a state can refuse: of a record, and of the connection to a provider.
  if (operation.name === 'GetCallRecordingMedia') add('RECORDING_CONSENT_DENIED');
  const isOpen = ['public', 'ingress'].includes(operation.access.principals);
  if (!isOpen && !isOpenWhileRestricted(operation.access)) add('SUBSCRIPTION_RESTRICTED');
  if (operation.waits) add('CONNECTOR_NOT_CONFIGURED', 'PROVIDER_UNAVAILABLE');
  // A query may also take a body.
  if (operation.method !== 'GET') add('PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE');
  if (takesVersion(operation)) add('PRECONDITION_FAILED', 'PRECONDITION_REQUIRED');
  if (mayWantFreshSession(operation.access)) add('FRESH_SESSION_REQUIRED');
  // A token from a mail is valid once and for a limited time.
  const takesMailedToken = operation.inputs.some(({ wire }) => wire === 'token');
  if (operation.deprecation || takesMailedToken) add('GONE');
  // So is a code that proves who has opened the mail, after some wrong ones.
  if (takesMailedToken && operation.kind === 'mutation') add('RESOURCE_LOCKED');
  if (operation.answer === 'envelope') add('ANSWER_TOO_LARGE');
  return [...new Set([...codes].map((code) => ERRORS[code].status))].sort();
}

function successResponse(operation: Operation, catalogue: Catalogue, components: Components): Part {
  const headers = [...EVERY_ANSWER, ...(operation.versioned || hasEtag(operation) ? ['ETag'] : [])];
  return {
    description: operation.summary,
    headers: headersOf(components, headers),
    content: {
      'application/json': contentOf(
        answerName(operation, catalogue),
        answerSchema(operation, sparseRecord(operation, catalogue, components)),
        catalogue,
        components,
      ),
    },
  };
}

/** Returns the content of a response: references to its schema and to an example of it. */
function contentOf(
  name: string,
  schema: JsonSchema,
  { definitions }: Catalogue,
  components: Components,
): Part {
  const value = exampleOf(schema, definitions);
  // Linters take a value with members named `type` and `example`, or `default`, for a schema.
  const isConfusing = /"(example|default)":/.test(JSON.stringify(value));
  return {
    schema: components.refer('schemas', name, () => schema),
    ...(!isConfusing && {
      examples: { default: components.refer('examples', name, () => ({ value })) },
    }),
  };
}

/** Returns the name of an answer's schema: answers with the same record share it. */
function answerName(operation: Operation, { definitions }: Catalogue): string {
  const { name, answer, isPage, outputSchema, pageMembers } = operation;
  const record = outputSchema.$ref?.split('/').at(-1);
  if (!record || answer === 'document' || Object.keys(pageMembers).length > 0) return `${name}Answer`;
  if (isPage) return `${record}Page`;
  return `${record}${selectableMembers(operation, definitions).length ? 'Read' : 'Answer'}`;
}

/**
 * Returns the schema of a successful response: the envelope, or the document itself.
 * @param record the schema of its record
 */
export function answerSchema(
  operation: PersistedOperation,
  record: JsonSchema = operation.outputSchema,
): JsonSchema {
  if (operation.answer === 'document') return DOCUMENT_SCHEMAS[operation.name] ?? record;
  const properties: Record<string, JsonSchema> = {
    success: { type: 'boolean', const: true, examples: [true] },
  };
  properties.data = operation.isPage ? { type: 'array', items: record } : record;
  if (operation.isPage) Object.assign(properties, PAGE_MEMBERS, operation.pageMembers);
  const required = Object.keys(properties);
  // A list may have a `meta` of its own.
  properties.meta ??= { $ref: '#/components/schemas/Meta' };
  return { type: 'object', properties, required };
}

/** Describes 202 for an operation that starts a job: the body shows whether the job was started or the call was queued. */
function startedOrQueued(operation: Operation, catalogue: Catalogue, components: Components): Part {
  const schema = { anyOf: [answerSchema(operation), envelopeOf(QUEUED_SCHEMA)] };
  return {
    ...successResponse(operation, catalogue, components),
    content: { 'application/json': contentOf(`${operation.name}Answer`, schema, catalogue, components) },
  };
}

/** Describes the response to an agent's call that waits for approval. */
function queuedResponse(catalogue: Catalogue, components: Components): Part {
  return {
    description: 'The call of an agent was queued: nothing has changed yet, and a person must approve it.',
    headers: headersOf(components, EVERY_ANSWER),
    content: {
      'application/json': contentOf('QueuedAnswer', envelopeOf(QUEUED_SCHEMA), catalogue, components),
    },
  };
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { success: { type: 'boolean', const: true, examples: [true] }, data },
    required: ['success', 'data'],
  };
}

function headersOf(components: Components, names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, components.refer('headers', name)]));
}

function errorResponse(status: number, components: Components): Part {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status === status);
  const [code] = codes;
  const kinds = codes.map((name) => ERRORS[name] as { message: string; retryable?: true });
  return {
    description: codes
      .map((name) => `- [\`${name}\`](/docs/errors/${name}): ${ERRORS[name].message}`)
      .join('\n'),
    headers: headersOf(components, [
      ...EVERY_ANSWER,
      ...(kinds.some(({ retryable }) => retryable) ? ['Retry-After'] : []),
    ]),
    content: {
      'application/json': {
        schema: components.refer('schemas', 'Error'),
        example: {
          success: false,
          error: {
            code,
            message: kinds[0]!.message,
            request_id: '019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f',
            retryable: kinds[0]!.retryable ?? false,
          },
        },
      },
    },
  };
}
