// What a workload states: its parameters, and how each variant is asked and its answer read.

export type Peer = 'ours' | 'postgraphile' | 'dataloader' | 'floor';

/** A process of the bench: one for each peer, and PostGraphile once more on a database with triggers (traces.ts). */
export type ProcessName = Peer | 'postgraphile-traces';

/** Who asks us: a token of a service on REST, a person on /graphql, an agent on MCP. Peers ask nobody. */
export type Caller = 'service' | 'person' | 'agent';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Caller;
}

/** Ids and counts: what must be the same on every peer. Members that an answer leaves out are not compared. */
export type Answer = Record<string, unknown>;

// Answers are deep JSON of many shapes, read in one place each and compared right after.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Body = any;

export interface Variant<P> {
  peer: Peer;
  surface: 'rest' | 'persisted' | 'graphql' | 'mcp' | 'sql';
  /** The process that answers; the peer's own without it. */
  process?: ProcessName;
  /** Tells variants of one peer and surface apart. */
  note?: string;
  /** All variants of a workload that say so must write the same rows, which is checked before anything is timed. */
  sameRows?: boolean;
  request(param: P, n: number): Request;
  read(body: Body): Answer;
  /** The floor's statement, for the database alone. */
  sql?: { key: string; text: string; values(param: P, n: number): unknown[] };
  /** A document that our persisted route runs; the names are those of the wire. */
  persisted?: Persisted;
}

/** What the product has no route for: run as REST runs its own operations, behind a route of the bench. */
export interface Persisted {
  name: string;
  /** By member of the answer: documents in wire names, each with one root field, aliased to `data`. */
  documents: Record<string, string>;
}

export type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface Workload<P = Body> {
  name: string;
  title: string;
  /** The workspace that is asked; the largest without it. */
  workspace?: number;
  /** Resolvers that the product must have, as `Type.field`; without them its variants are left out, and named. */
  needs?: string[];
  /** Asked in turn, so that no single row is hot. */
  params(query: Query): Promise<P[]>;
  /** What only this workload needs in the database, made before it and undone behind it. */
  prepare?: string;
  restore?: string;
  variants: Variant<P>[];
}

/** The process that answers a variant. */
export function processOf({ peer, process = peer }: Pick<Variant<unknown>, 'peer' | 'process'>): ProcessName {
  return process;
}

/** The variants' name in tables and results. */
export function label({ peer, surface, note }: Pick<Variant<unknown>, 'peer' | 'surface' | 'note'>): string {
  return `${peer} ${surface}${note ? `, ${note}` : ''}`;
}

/** A document sent to /graphql of a peer. */
export function graphql<P>(
  peer: Peer,
  query: string,
  variables: (param: P, n: number) => object,
  read: (data: Body) => Answer,
  extra: Partial<Variant<P>> = {},
): Variant<P> {
  const text = squeeze(query);
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

/** A call of our documented REST routes. */
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

/** One hand-written statement behind Fastify, its JSON text passed through. */
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

/** A tool of our MCP server. */
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

/** An operation with no route of its own, behind a route of the bench in our process. */
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

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
