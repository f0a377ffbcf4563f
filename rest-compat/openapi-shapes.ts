// Schemas of the API description that several operations share.
import { ERRORS } from '../src/error-codes.ts';
import type { JsonSchema } from '../src/operations/json-schema.ts';

/** The body of every error response. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The body of every error response. Branch on code; handle an unknown code by its status.',
  properties: {
    success: { type: 'boolean', const: false },
    error: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'Each code has a page: /docs/errors/<code>.',
          enum: Object.keys(ERRORS),
          'x-enumDescriptions': Object.fromEntries(
            Object.entries(ERRORS).map(([code, { message }]) => [code, message]),
          ),
          examples: ['VALIDATION_ERROR'],
        },
        message: {
          type: 'string',
          description: 'Says what is wrong and how to correct it.',
          examples: ['name is required.'],
        },
        request_id: { type: 'string', examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] },
        retryable: { type: 'boolean' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Further facts about the error.',
        },
        fields: {
          type: 'array',
          description: 'The invalid members of the input, at most 50.',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
            required: ['path', 'rule', 'message'],
          },
        },
      },
      required: ['code', 'message', 'request_id', 'retryable'],
    },
  },
  required: ['success', 'error'],
};

/** The `meta` member of a response. */
export const META_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Present when something was left out of data.',
  properties: {
    redacted_fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'Members that are null because the caller may not read them.',
    },
    errors: {
      type: 'array',
      description: 'Members that are null because they were refused or failed.',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, code: { type: 'string' } },
        required: ['path', 'code'],
      },
    },
  },
};

/** The paging members of a list response. */
export const PAGE_MEMBERS: Record<string, JsonSchema> = {
  page: {
    type: ['integer', 'null'],
    format: 'int32',
    examples: [1],
    description: 'Number of this page; null if it was requested by cursor.',
  },
  pageSize: {
    type: 'integer',
    format: 'int32',
    examples: [25],
    description: 'Items requested for each page; at most 100.',
  },
  total: {
    type: 'integer',
    format: 'int32',
    description: 'Number of items in the whole list, counted exactly up to 10,000.',
  },
  totalPages: { type: 'integer', format: 'int32' },
  totalIsEstimate: { type: 'boolean', description: 'True if there are more items than total says.' },
  nextCursor: { type: ['string', 'null'], description: 'Send it as cursor to get the next page.' },
};

const text: JsonSchema = { type: 'string' };
const open: JsonSchema = { type: 'object', additionalProperties: true };

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Returns the schema of an object with exactly these members, some of which may be optional. */
function record(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const openApi: JsonSchema = record(
  {
    openapi: { type: 'string', examples: ['3.1.0'] },
    info: record({ title: text, version: text, description: text, contact: open, license: open }),
    servers: listOf(record({ url: text })),
    tags: listOf(record({ name: text, description: text })),
    security: listOf(open),
    paths: open,
    webhooks: open,
    components: open,
  },
  ['tags', 'webhooks'],
);

const connectorHeader: JsonSchema = record({ name: text, required: { type: 'boolean' }, description: text });

const connector = {
  kind: text,
  name: text,
  version: text,
  base_url: text,
  authentication: open,
  retries: open,
};

/** Schemas of the documents that describe the service itself, by operation; they are sent without the envelope. */
export const DOCUMENT_SCHEMAS: Record<string, JsonSchema> = {
  GetAgentOpenApi: openApi,
  GetMcpManifest: record({
    name: text,
    title: text,
    version: text,
    description: text,
    endpoint: record({ url: text, transport: text, method: text, parameters: open }),
    protocolVersions: listOf(text),
    authentication: record({ scheme: text, scopes: listOf(text), headers: listOf(connectorHeader) }),
    capabilities: open,
    tools: listOf(
      record({ name: text, title: text, description: text, inputSchema: open, annotations: open }),
    ),
    resources: listOf(open),
    resourceTemplates: listOf(open),
    prompts: listOf(open),
  }),
  GetAgentCard: record({
    name: text,
    description: text,
    version: text,
    provider: record({ organization: text, url: text }),
    documentationUrl: text,
    supportedInterfaces: listOf(
      record({ url: text, protocolBinding: text, protocolVersion: text, tenant: text }, ['tenant']),
    ),
    capabilities: open,
    securitySchemes: open,
    securityRequirements: listOf(open),
    defaultInputModes: listOf(text),
    defaultOutputModes: listOf(text),
    skills: listOf(
      record({ id: text, name: text, description: text, tags: listOf(text), examples: listOf(text) }),
    ),
  }),
  GetConnectorArtifact: {
    description:
      'An API description for openapi and the assistant connector; for the others the facts that a program needs.',
    anyOf: [
      openApi,
      record({
        ...connector,
        description_url: text,
        headers: listOf(connectorHeader),
        operations: { type: 'integer' },
        events: listOf(text),
      }),
      record({ ...connector, triggers: listOf(open), actions: listOf(open) }),
    ],
  },
};
