// Builds the OpenAPI 3.1 document from the catalogue: every operation with its inputs, responses, errors and examples.
import { readFileSync } from 'node:fs';
import { type Catalogue, isDescribed, type Operation } from '../src/operations/catalogue.ts';
import { Components } from './openapi-components.ts';
import { parametersOf, requestBodyOf } from './openapi-parameters.ts';
import { HEADERS, responsesOf } from './openapi-responses.ts';
import { ERROR_SCHEMA, META_SCHEMA } from './openapi-shapes.ts';
import { EVENTS_TAG, tagOf, tagsOf } from './openapi-tags.ts';
import { describeEvents, type EventSources } from './openapi-webhooks.ts';

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

/** The parts of a description that its caller chooses. */
interface Choice {
  /** Operations to describe; all by default. */
  only?: readonly Operation[];
  /** Base URL of the service. */
  server?: string;
  /** Also describes the events of webhooks. */
  events?: EventSources;
}

/** Builds the OpenAPI document. */
export function openApiDocument(
  catalogue: Catalogue,
  { only = catalogue.operations, server = '/', events }: Choice = {},
): Document {
  const described = only.filter(isDescribed);
  const components = new Components(
    { ...catalogue.definitions, Error: ERROR_SCHEMA, Meta: META_SCHEMA },
    HEADERS,
  );
  const paths: Record<string, Record<string, Document>> = {};
  for (const operation of described) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation, catalogue, components);
  }
  const webhooks = events && describeEvents(events, components);
  const tags = tagsOf(described);
  if (webhooks) tags.push({ name: EVENTS_TAG, description: 'What the service sends to your webhooks.' });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version,
      description: `${description}\n\n${GUIDE}`,
      contact: { name: 'The operators of this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    tags,
    security: [{ bearer: [], tenant: [] }, { bearer: [] }],
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of a person, or an API access token.',
        },
        tenant: {
          type: 'apiKey',
          in: 'header',
          name: 'x-tenant-id',
          description: 'Id of the workspace. A session that has selected a workspace may leave it out.',
        },
      },
      ...components.referredBy([paths, webhooks]),
    },
  };
}

function describe(operation: Operation, catalogue: Catalogue, components: Components): Document {
  const { access } = operation;
  const parameters = parametersOf(operation, catalogue, components);
  const requestBody = requestBodyOf(operation, catalogue, components);
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
    ...(requestBody && { requestBody }),
    responses: responsesOf(operation, catalogue, components),
    'x-operation': operation.name,
    'x-module': access.module,
    ...(access.permission && { 'x-permission': access.permission }),
    ...(access.scope && { 'x-scope': access.scope }),
    'x-principals': access.principals,
    'x-risk': access.risk,
    'x-idempotency': operation.idempotency,
    'x-graphql': operation.source(),
  };
}
