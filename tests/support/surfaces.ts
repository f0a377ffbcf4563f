// Reads everything about one contact and its company on REST, GraphQL and MCP, as the catalogue and schema define.
import { type GraphQLObjectType, getNamedType, isNonNullType, isObjectType } from 'graphql';
import { governanceOf } from '../../src/access/redaction.ts';
import type { Operation } from '../../src/operations/catalogue.ts';
import { buildSchema } from '../../src/operations/schema.ts';
import { asGraphql, CallMaker, type PreparedCall, send } from './calls.ts';
import type { Identity, TestService, Workspace } from './service.ts';

/** The response of one surface. */
export interface Answered {
  name: string;
  text: string;
  /** Whether the response is a success. */
  ok: boolean;
}

/** The maximum number of objects between the root and a governed field. */
const DEPTH = 4;

/** Reads about a contact and its company on every surface that returns records. */
export class Surfaces {
  readonly #service: TestService;
  readonly #maker: CallMaker;
  #reads: Promise<PreparedCall[]> | undefined;
  readonly #recordOf: (path: string) => string | undefined;
  readonly #ids: { contactId: string; companyId: string };

  constructor(service: TestService, workspace: Workspace, ids: { contactId: string; companyId: string }) {
    this.#service = service;
    this.#ids = ids;
    const recordOf = (path: string): string | undefined => {
      if (/^\/api\/contacts(\/\{id\}|$)/.test(path)) return ids.contactId;
      return /^\/api\/companies(\/\{id\}|$)/.test(path) ? ids.companyId : undefined;
    };
    this.#recordOf = recordOf;
    this.#maker = new (class extends CallMaker {
      override async create(collection: string): Promise<string> {
        return recordOf(collection) ?? super.create(collection);
      }
    })(service, workspace);
  }

  /** Returns a call of every read operation in the catalogue; they are prepared once. */
  reads(): Promise<PreparedCall[]> {
    this.#reads ??= this.#prepareReads();
    return this.#reads;
  }

  async #prepareReads(): Promise<PreparedCall[]> {
    const calls: PreparedCall[] = [];
    for (const operation of this.#service.server.services.catalogue.operations) {
      if (operation.kind !== 'query') continue;
      const { input } = await this.#maker.prepare(operation);
      const id = this.#recordOf(operation.path);
      calls.push({ operation, input: { ...input, ...(id && 'id' in input && { id }) } });
    }
    return calls;
  }

  async *byRest(as: Identity): AsyncGenerator<Answered> {
    const ask = async (call: PreparedCall, headers = {}): Promise<Answered> => {
      const { status, text } = await send(this.#service, call, as, headers);
      return { name: call.operation.name, text, ok: status < 300 };
    };
    for (const call of await this.reads()) {
      yield await ask(call);
      if (call.operation.answer === 'export') yield await ask(call, { accept: 'application/x-ndjson' });
    }
  }

  /** Runs the documents of the catalogue and ad-hoc queries for every governed field. */
  async *byGraphql(as: Identity): AsyncGenerator<Answered> {
    const ask = async (name: string, query: string, variables: object): Promise<Answered> => {
      const { text, body } = await this.#service.graphql(query, variables, { as });
      return { name, text, ok: !body.errors };
    };
    for (const call of await this.reads()) {
      const { query, variables } = asGraphql(call);
      yield await ask(call.operation.name, query, variables);
    }
    for (const query of this.pathsToGoverned()) yield await ask(query, query, {});
  }

  async *byMcp(as: Identity): AsyncGenerator<Answered> {
    const headers = { accept: 'application/json, text/event-stream' };
    // biome-ignore lint/suspicious/noExplicitAny: methods return different results
    const ask = async (method: string, params: object): Promise<{ text: string; result: any }> => {
      const message = { jsonrpc: '2.0', id: 1, method, params };
      const { text, body } = await this.#service.rest('POST', '/api/agent/mcp', message, { as, headers });
      return { text, result: body.result };
    };
    for (const { operation, input } of await this.reads()) {
      const { text, result } = await ask('tools/call', { name: operation.tool, arguments: input });
      yield { name: operation.tool, text, ok: !!result && !result.isError };
    }
    const resources = await ask('resources/list', {});
    yield { name: 'resources/list', text: resources.text, ok: true };
    for (const { uri } of resources.result.resources) {
      const { text, result } = await ask('resources/read', { uri });
      yield { name: uri, text, ok: !!result };
    }
    for (const { name } of (await ask('prompts/list', {})).result.prompts) {
      const promptArguments = { contact_id: this.#ids.contactId, company_id: this.#ids.companyId };
      const { text, result } = await ask('prompts/get', { name, arguments: promptArguments });
      yield { name, text, ok: !!result };
    }
  }

  /** Returns ad-hoc queries for every governed field, by every path of a few steps from the root. */
  pathsToGoverned(): string[] {
    const found: string[] = [];
    const walk = (type: GraphQLObjectType, steps: string[]): void => {
      const put = (inner: string): number =>
        found.push(`${steps.map((step) => `{ ${step} `).join('')}{ ${inner} }${' }'.repeat(steps.length)}`);
      for (const field of Object.values(type.getFields())) {
        const needed = field.args.filter((argument) => isNonNullType(argument.type));
        const fieldArguments = needed.map(({ name }) => [name, this.#idFor(field.name, name)] as const);
        if (fieldArguments.some(([, id]) => !id)) continue;
        const filled = fieldArguments.map(([name, id]) => `${name}: "${id}"`).join();
        const head = `${field.name}${filled && `(${filled})`}`;
        const named = getNamedType(field.type);
        if (!isObjectType(named)) {
          if (governanceOf(field)) put(head);
        } else if (governanceOf(field)) put(`${head} { ${leavesOf(named)} }`);
        else if (steps.length < DEPTH && !['edges', 'pageInfo'].includes(field.name))
          walk(named, [...steps, head]);
      }
    };
    walk(buildSchema({}).getQueryType()!, []);
    return found;
  }

  /** Returns the id for a required argument; undefined for an argument that refers to another record. */
  #idFor(field: string, argument: string): string | undefined {
    const { contactId, companyId } = this.#ids;
    if (argument === 'contactId' || (field === 'contact' && argument === 'id')) return contactId;
    return argument === 'companyId' || (field === 'company' && argument === 'id') ? companyId : undefined;
  }
}

function leavesOf(type: GraphQLObjectType): string {
  const leaves = Object.values(type.getFields()).filter((field) => !isObjectType(getNamedType(field.type)));
  return leaves.map(({ name }) => name).join(' ');
}

/** Returns the name of the operation's search parameter, if it has one. */
export function searchOf({ inputs }: Operation): string | undefined {
  return inputs.find(({ wire }) => wire === 'search' || wire === 'q')?.wire;
}
