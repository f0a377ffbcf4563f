// Checks every REST response against the API description: members, statuses and codes must be described.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { ERRORS, type ErrorCode } from '../../src/error-codes.ts';
import type { Catalogue } from '../../src/operations/catalogue.ts';
import type { JsonSchema } from '../../src/operations/json-schema.ts';

/** The parts of a response that the description covers. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

interface DescribedResponse {
  $ref?: string;
  content?: { 'application/json': { schema: JsonSchema } };
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
  components: { responses: Record<string, DescribedResponse>; schemas: Record<string, JsonSchema> };
}

interface Route {
  pattern: RegExp;
  path: string;
}

const ERROR: JsonSchema = { $ref: '#/components/schemas/Error' };

let description: Description | undefined;

/** Returns the description of the operations, which is the same for every service of a test process. */
export function descriptionOf(catalogue: Catalogue): Description {
  description ??= new Description(catalogue);
  return description;
}

class Description {
  readonly document: OpenApi;
  readonly #routes: Route[];
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false, meta: false, validateSchema: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(catalogue: Catalogue) {
    this.document = openApiDocument(catalogue) as unknown as OpenApi;
    this.#routes = [...new Set(catalogue.operations.map(({ path }) => path))]
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      }))
      // Static segments take precedence over parameters, the first ones most, as in the router.
      .sort(
        (a, b) =>
          a.path.split('{').length - b.path.split('{').length || b.path.indexOf('{') - a.path.indexOf('{'),
      );
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(closed({ $id: 'api', components: { schemas: this.document.components.schemas } }));
  }

  /**
   * Compares a response with the description of its route and status.
   * @param path the path with its query string
   * @throws Error with the difference
   */
  check(method: string, path: string, reply: Answered): void {
    // The client normalizes the path in the same way, without dot segments.
    const { pathname } = new URL(path, 'http://service');
    const route = this.#routes.find(({ pattern }) => pattern.test(pathname));
    if (!route || method === 'HEAD') return;
    const complain = (fault: string): never => {
      throw new Error(`${method} ${path} answered ${reply.status}, ${fault}\n${reply.text.slice(0, 2000)}`);
    };
    const described = this.document.paths[route.path]?.[method.toLowerCase()];
    if (reply.status >= 400) checkError(reply, complain);
    if (!described) {
      // The route lacks this method, or its success response has no envelope; its refusals use the error format.
      if (reply.status >= 400) this.#validate('Error', ERROR, reply.body, complain);
      return;
    }
    const response =
      described.responses[reply.status] ?? complain('which is not among the described statuses');
    const schema = (response.$ref ? this.#responseAt(response.$ref) : response).content?.['application/json']
      .schema;
    if (!schema) {
      if (reply.text !== '') complain('with a body where none is described');
      return;
    }
    if (!reply.headers.get('content-type')?.startsWith('application/json'))
      complain('not as application/json');
    this.#validate(`${method} ${route.path} ${reply.status}`, schema, reply.body, complain);
  }

  #responseAt(ref: string): DescribedResponse {
    return this.document.components.responses[ref.split('/').at(-1)!]!;
  }

  #validate(name: string, schema: JsonSchema, body: unknown, complain: (fault: string) => never): void {
    let validate = this.#compiled.get(name);
    if (!validate) {
      validate = this.#ajv.compile(closed(schema));
      this.#compiled.set(name, validate);
    }
    if (validate(body)) return;
    const faults = validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    complain(`which is not as described:\n${faults.slice(0, 10).join('\n')}`);
  }
}

/** Checks what no schema can express: the code belongs to the status, and the request id is that of the refused call. */
function checkError(reply: Answered, complain: (fault: string) => never): void {
  const { error } = reply.body as { error?: { code: ErrorCode; request_id: string } };
  if (!error) {
    complain('without an error');
    return;
  }
  if (ERRORS[error.code]?.status !== reply.status) complain(`which is not the status of ${error.code}`);
  const requestId = reply.headers.get('x-original-request-id') ?? reply.headers.get('x-request-id');
  if (error.request_id !== requestId) complain('with another request id in the body');
}

/** Returns the schema with every object closed: clients ignore unknown members, but all of ours must be described. */
function closed(schema: JsonSchema): JsonSchema {
  const close = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(close);
    if (part === null || typeof part !== 'object') return part;
    const copy: JsonSchema = Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, close(value)]),
    );
    if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace(/^#/, 'api#');
    if ([copy.type].flat().includes('object') && copy.properties && copy.additionalProperties === undefined) {
      copy.additionalProperties = false;
    }
    return copy;
  };
  return close(schema) as JsonSchema;
}
