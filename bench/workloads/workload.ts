// The types of workloads and their variants, and functions that create variants.

export type Peer = 'ours' | 'postgraphile' | 'dataloader' | 'floor';

/** A process of the bench: one for each peer, and a second PostGraphile on a database with triggers (traces.ts). */
export type ProcessName = Peer | 'postgraphile-traces';

/** The caller of our service: a service token on REST, a person on /graphql, an agent on MCP. Peers have no callers. */
export type Caller = 'service' | 'person' | 'agent';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Caller;
}

/** Ids and counts that must be the same on every peer. Missing members are not compared. */
export type Answer = Record<string, unknown>;

// Answers are nested JSON of many shapes, each read in one place and then compared.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Body = any;

export interface Variant<P> {
  peer: Peer;
  surface: 'rest' | 'persisted' | 'graphql' | 'mcp' | 'sql';
  /** The process that answers; by default that of the peer. */
  process?: ProcessName;
  /** Distinguishes variants of the same peer and surface. */
  note?: string;
  /** All variants of a workload with this flag must write the same rows, which is checked before anything is timed. */
  sameRows?: boolean;
  request(param: P, n: number): Request;
  read(body: Body): Answer;
  /** The floor's statement, also used to measure the database alone. */
  sql?: { key: string; text: string; values(param: P, n: number): unknown[] };
  /** The operation that our persisted route runs. */
  persisted?: Persisted;
}

/** An operation without a REST route: it runs like those of REST, behind a route of the bench. */
export interface Persisted {
  name: string;
  /** Documents by member of the answer: in wire names, each with one root field, aliased to `data`. */
  documents: Record<string, string>;
}

export type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface Workload<P = Body> {
  name: string;
  title: string;
  /** The workspace to use; by default the largest. */
  workspace?: number;
  /** Resolvers that the product must have, as `Type.field`; otherwise its variants are left out and reported. */
  needs?: string[];
  /** Returns parameters that are used in turn, so that requests do not all read the same row. */
  params(query: Query): Promise<P[]>;
  /** SQL that only this workload needs, run before it and undone after it. */
  prepare?: string;
  restore?: string;
  variants: Variant<P>[];
  /** The numbers of connections to measure with; by default 1 and 32. */
  connections?: number[];
}

/** Returns the process that answers a variant. */
export function processOf({ peer, process = peer }: Pick<Variant<unknown>, 'peer' | 'process'>): ProcessName {
  return process;
}

/** Returns the name of a variant in tables and results. */
export function label({ peer, surface, note }: Pick<Variant<unknown>, 'peer' | 'surface' | 'note'>): string {
  return `${peer} ${surface}${note ? `, ${note}` : ''}`;
}

/** Creates a variant that sends a document to /graphql of a peer. */
export function graphql<P>(
  peer: Peer,
  query: string,
  variables: (param: P, n: number) => object,
  read: (data: Body) => Answer,
  extra: Partial<Variant<P>> = {},
): Variant<P> {
  const text = collapseWhitespace(query);
  return {
    peer,
    surface: 'graphql',
    request: (param, n) => ({
      method: 'POST',
      path: '/graphql',
      body: { query: text, variables: variables(param, n) },
      as: 'person',
    }),
    read: ({ data, errors }) => (errors ? { errors } : read(data)),
    ...extra,
  };
}

/** Creates a variant that calls one of our REST routes. */
export function rest<P>(
  request: (param: P, n: number) => Request,
  read: (body: Body) => Answer,
  extra: Partial<Variant<P>> = {},
): Variant<P> {
  return {
    peer: 'ours',
    surface: 'rest',
    request: (param, n) => ({ as: 'service', ...request(param, n) }),
    read,
    ...extra,
  };
}

/** Creates a variant of one hand-written statement behind Fastify, whose JSON text is sent as is. */
export function floor<P>(
  key: string,
  text: string,
  values: (param: P, n: number) => unknown[],
  read: (body: Body) => Answer,
  extra: Partial<Variant<P>> = {},
): Variant<P> {
  return {
    peer: 'floor',
    surface: 'sql',
    request: (param, n) => ({
      method: 'GET',
      path: `/${key}?v=${encodeURIComponent(JSON.stringify(values(param, n)))}`,
    }),
    read,
    sql: { key, text, values },
    ...extra,
  };
}

/** Creates a variant that calls a tool of our MCP server. */
export function mcp<P>(
  tool: string,
  input: (param: P, n: number) => object,
  read: (body: Body) => Answer,
): Variant<P> {
  return {
    peer: 'ours',
    surface: 'mcp',
    request: (param, n) => ({
      method: 'POST',
      path: '/api/agent/mcp',
      as: 'agent',
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      body: {
        jsonrpc: '2.0',
        id: n,
        method: 'tools/call',
        params: { name: tool, arguments: input(param, n) },
      },
    }),
    read: ({ result, error }) =>
      error ? { error } : read(result.structuredContent ?? JSON.parse(result.content[0].text)),
  };
}

/** Creates a variant of an operation without a REST route, behind a route of the bench in our process. */
export function persisted<P>(
  operation: Persisted,
  variables: (param: P) => object,
  read: (data: Body) => Answer,
): Variant<P> {
  return {
    peer: 'ours',
    surface: 'persisted',
    persisted: operation,
    request: (param) => ({
      method: 'POST',
      path: `/bench/${operation.name}`,
      body: variables(param),
      as: 'service',
    }),
    read: ({ data }) => read(data),
  };
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
