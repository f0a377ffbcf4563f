// The API description is valid and is the one that the service publishes. tests/platform/operations checks that responses
// match it for every operation, and tests/support/service.ts checks every REST call of the other tests.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { ERRORS } from '../../src/error-codes.ts';
import { isDescribed, type Operation } from '../../src/operations/catalogue.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is traversed without types
type Json = any;

let service: TestService;
let document: Json;
let operations: Operation[];

beforeAll(async () => {
  service = await startService();
  const { catalogue } = service.server.services;
  document = openApiDocument(catalogue);
  ({ operations } = catalogue);
});

afterAll(() => service?.stop());

/** Returns every described route with its part of the document. */
function routes(): { name: string; method: string; path: string; part: Json }[] {
  return Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, part]: [string, Json]) => ({
      name: part.operationId,
      method,
      path,
      part,
    })),
  );
}

function* nodes(part: Json, path = '#'): Generator<{ path: string; node: Json }> {
  if (part === null || typeof part !== 'object') return;
  yield { path, node: part };
  for (const [key, value] of Object.entries(part)) yield* nodes(value, `${path}/${key}`);
}

function resolve(ref: string): Json {
  return ref
    .slice(2)
    .split('/')
    .reduce((part: Json, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function follow(part: Json): Json {
  return part?.$ref ? resolve(part.$ref) : part;
}

/** Linters take the fields of an envelope, which have a type and a default, for a schema, so they have no example. */
const WITH_FIELDS = new Set([
  ...['CreateEnvelope', 'GetEnvelope', 'UpdateEnvelope', 'SetEnvelopeRecipients', 'CorrectEnvelopeRecipient'],
  ...['SetEnvelopeFields', 'SendEnvelope', 'VoidEnvelope', 'RemindEnvelope', 'UseEnvelopeTemplate'],
]);

describe('the API description', () => {
  it('is an OpenAPI 3.1 document that contains every described operation once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toEqual({
      title: expect.any(String),
      version: expect.any(String),
      description: expect.any(String),
      contact: { name: expect.any(String) },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    });
    expect(Object.keys(document.paths).every((path) => path.startsWith('/'))).toBe(true);
    const described = operations.filter(isDescribed).map(({ name }) => name);
    expect(described.length).toBeGreaterThan(30);
    expect(
      routes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(described.sort());
  });

  it('has no broken references', () => {
    const refs = [...nodes(document)].flatMap(({ node }) =>
      typeof node.$ref === 'string' ? [node.$ref] : [],
    );
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((ref) => !ref.startsWith('#/') || resolve(ref) === undefined)).toEqual([]);
  });

  it('contains only valid JSON Schemas of draft 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const schemas = [
      ...Object.entries(document.components.schemas as Json),
      ...[...nodes(document.paths)].flatMap(({ path, node }) => (node.schema ? [[path, node.schema]] : [])),
    ];
    expect(schemas.length).toBeGreaterThan(100);
    const broken = schemas
      .filter(([, schema]) => !ajv.validateSchema(schema as object))
      .map(([name]) => name);
    expect(broken).toEqual([]);
  });

  it('lists the parameters of every path once and marks path parameters as required', () => {
    for (const { name, path, part } of routes()) {
      const parameters: Json[] = (part.parameters ?? []).map(follow);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect({ name, inPath: inPath.map((parameter) => parameter.name) }).toEqual({
        name,
        inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
      });
      expect(inPath.every((parameter) => parameter.required === true)).toBe(true);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect({ name, keys }).toEqual({ name, keys: [...new Set(keys)] });
      expect(
        parameters.filter(
          (parameter) => !parameter.schema || !['path', 'query', 'header'].includes(parameter.in),
        ),
      ).toEqual([]);
    }
  });

  it('gives for every operation its summary, its access rules and its possible responses', () => {
    for (const { name, method, part } of routes()) {
      const operation = operations.find((candidate) => candidate.name === name)!;
      expect({ name, summary: part.summary, description: part.description }).toEqual({
        name,
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
      });
      expect(part).toMatchObject({
        'x-operation': name,
        'x-risk': expect.stringMatching(/^(read|write|risky)$/),
        'x-graphql': expect.any(String),
      });
      expect({ name, permission: part['x-permission'], scope: part['x-scope'] }).toEqual({
        name,
        permission: operation.access.permission,
        scope: operation.access.scope,
      });
      const statuses = Object.keys(part.responses);
      expect(statuses).toEqual(
        expect.arrayContaining([String(operation.status), '400', '401', '403', '404', '429', '500', '503']),
      );
      if (operation.kind === 'mutation')
        expect(statuses).toEqual(expect.arrayContaining(['409', '413', '415', '422']));
      if (
        ['post', 'put', 'patch'].includes(method) &&
        operation.inputs.some((input) => input.in === 'body')
      ) {
        expect({ name, body: part.requestBody?.content?.['application/json'] }).toMatchObject({
          name,
          body: { schema: expect.anything() },
        });
      }
      expect(
        Object.values(part.responses as Json).every(
          (response) => typeof follow(response).description === 'string',
        ),
      ).toBe(true);
    }
  });

  it('lists every error code at its status', () => {
    const { code: codes } = document.components.schemas.Error.properties.error.properties;
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      expect([code, codes['x-enumDescriptions'][code]]).toEqual([code, message]);
      // Statuses that no operation answers with, such as 405, have no response of their own.
      const response = document.components.responses[`Error${status}`];
      if (response) expect(response.description).toContain(`[\`${code}\`](/docs/errors/${code})`);
    }
  });

  it('has a valid example for every request body and every response', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addFormat('iso-3166-1', true);
    const components = JSON.parse(JSON.stringify({ $id: 'api', components: document.components }));
    ajv.addSchema(components);
    const misfits: string[] = [];
    const seen = new Set<Json>();
    for (const { name, part } of routes()) {
      const contents = [part.requestBody, ...Object.values(part.responses)].flatMap((described) => {
        const content = follow(described)?.content?.['application/json'];
        return content && !seen.has(content) ? [content] : [];
      });
      for (const content of contents) {
        const { schema, example = follow(content.examples?.default)?.value } = content;
        // Linters take a value with a member named `example` for a schema, so the list of event types has none.
        if (name === 'ListWebhookEventTypes' || WITH_FIELDS.has(name)) continue;
        seen.add(content);
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
        if (example === undefined || !validate(example))
          misfits.push(`${name}: ${ajv.errorsText(validate.errors)}`);
      }
    }
    expect(misfits).toEqual([]);
  });

  it('is the one that the service publishes', async () => {
    const published = operations.find(({ path }) => path === '/api/agent/openapi.json');
    if (!published) return;
    const reply = await service.rest('GET', published.path);
    expect(reply.body.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
    expect(reply.text).not.toContain(service.acme.id);
  });
});

describe('a request', () => {
  it('may have a body of up to 1 MiB', async () => {
    const tooLarge = await service.rest('POST', '/api/companies', { name: 'x'.repeat(1_100_000) });
    expect(tooLarge).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } });
    const large = await service.rest('POST', '/api/companies', { name: 'x'.repeat(1_000_000) });
    expect(large).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'name', rule: 'max_length' }] } },
    });
  });
});
