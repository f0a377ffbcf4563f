// Boundary values of PostgreSQL types in every member of every operation that takes them: none causes an internal error,
// and every refusal names its field and no constraint.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../../src/operations/json-schema.ts';
import { asGraphql, asRest, CallMaker, type Input, type PreparedCall } from '../support/calls.ts';
import { callerOf } from '../support/operator-calls.ts';
import type { Reply, TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';

/** What is tried comes in an order of its own each time; the more time, the more of it. */
const SECONDS = 15;
/** So much is tried in any case, however busy the machine is. */
const LEAST = 250;
const LONGEST = 20_000;
const DEEPEST = 4;

/** Boundary values by format or type; values that the schema of an operation refuses never reach a service. */
const EDGES: Record<string, (schema: JsonSchema) => unknown[]> = {
  date: () => ['0001-01-01', '9999-12-31', '0000-01-01', '0000-12-31', '1500-02-29', '10000-01-01'],
  'date-time': () => [
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '0000-06-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999999999-12:00',
    '1969-12-31T23:59:60Z',
  ],
  uuid: () => ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  'iso-3166-1': () => ['AQ', 'XK', 'AN'],
  decimal: () => [
    '9999999999999999.9999',
    '-9999999999999999.9999',
    '-0.0001',
    '-0',
    '0',
    1e15,
    -1e15,
    5e-324,
  ],
  integer: ({ minimum, maximum }) => [minimum ?? -(2 ** 31), maximum ?? 2 ** 31 - 1, 0, -0],
  number: ({ minimum, maximum }) => [minimum ?? -1e308, maximum ?? 1e308, 5e-324, -0],
  string: ({ maxLength = LONGEST }) => textsOf(maxLength as number),
  boolean: () => [true, false],
  any: () => [{ '\u0000': 1 }, { a: '\u0000' }, [1e308], '', -0, { __proto__x: null }, ['\ud800'], null],
};

const texts = new Map<number, unknown[]>();

/** Returns texts of up to this length, cached for each length. */
function textsOf(length: number): unknown[] {
  let cached = texts.get(length);
  if (!cached) {
    const mixedText = Array.from({ length }, (_, n) =>
      String.fromCodePoint(0x100 + ((n * 7919) % 9973)),
    ).join('');
    cached = [
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\uffff',
      '💥'.repeat(length),
      mixedText,
      '0001-01-01',
      '-0',
    ];
    texts.set(length, cached);
  }
  return cached;
}

interface Member {
  path: (string | number)[];
  values: unknown[];
}

let service: TestService;
let definitions: Record<string, JsonSchema>;
let calls: PreparedCall[];

beforeAll(async () => {
  service = await startServiceWithPayments();
  definitions = service.server.services.catalogue.definitions;
  const maker = new CallMaker(service, service.acme);
  const skipped = [
    'SetMaintenance',
    'SignOut',
    'SignIn',
    'CallMcp',
    'SignOutEverywhere',
    'UpdateTenantSettings',
  ];
  const operations = service.server.services.catalogue.operations.filter(
    ({ name }) => !skipped.includes(name),
  );
  calls = [];
  for (const operation of operations) calls.push(await maker.prepare(operation));
});

afterAll(() => service?.stop(), 30_000);

/** Returns every scalar member with its boundary values. */
function membersOf(schema: JsonSchema, path: (string | number)[] = []): Member[] {
  if (path.length > DEEPEST) return [];
  if (schema.$ref) return membersOf(definitions[schema.$ref.split('/').at(-1)!]!, path);
  if (schema.anyOf) return membersOf((schema.anyOf as JsonSchema[])[0]!, path);
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, part]) => membersOf(part, [...path, name]));
  if (schema.enum) return [];
  if (schema.items) return membersOf(schema.items, [...path, 0]);
  const types = [schema.type].flat();
  const type = types.find((candidate) => candidate !== 'null') ?? 'any';
  const edges = EDGES[String(schema.format)] ?? EDGES[type] ?? EDGES.any!;
  const values = edges(schema);
  return [{ path, values: types.includes('null') ? [...values, null] : values }];
}

/** Returns the input with one member replaced and new host names, because two records cannot have the same host name. */
function changed(input: Input, path: (string | number)[], value: unknown): Input {
  const copy = JSON.parse(JSON.stringify(input).replace(/\bt(\d+)\./g, () => `t${++serial}e.`)) as Input;
  let target = copy as Record<string | number, unknown>;
  for (const [at, name] of path.slice(0, -1).entries()) {
    if (target[name] === null || typeof target[name] !== 'object')
      target[name] = typeof path[at + 1] === 'number' ? [] : {};
    target = target[name] as Record<string | number, unknown>;
  }
  target[path.at(-1)!] = value;
  return copy;
}
let serial = 0;

/**
 * What is sent: all that the schema of the operation lets through. Lists that share a filter are asked once.
 * @param refused also what the schema refuses
 */
function* attacks(refused: boolean): Generator<PreparedCall> {
  const { validator } = service.server.services;
  const filters = new Set<unknown>();
  const members: { call: PreparedCall; member: Member }[] = [];
  for (const call of calls) {
    const { inputs, inputSchema } = call.operation;
    const inPath = inputs.filter((declared) => declared.in === 'path').map(({ wire }) => wire);
    const filter = JSON.stringify(inputSchema.properties?.filter);
    for (const member of membersOf(inputSchema)) {
      const [first] = member.path;
      const isKnown = first === 'filter' && filters.has(filter);
      if (!isKnown && !inPath.includes(String(first))) members.push({ call, member });
    }
    filters.add(filter);
  }
  for (const { call, member } of shuffled(members)) {
    for (const value of member.values) {
      const input = changed(call.input, member.path, value);
      if (refused || validator.faults(call.operation.inputSchema, input).length === 0)
        yield { ...call, input };
    }
  }
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function faultOf({ status, text, body }: Pick<Reply, 'status' | 'text' | 'body'>): string | undefined {
  if (status >= 500 && status !== 503) return `answered ${status}`;
  if (status >= 400 && /"constraint"|_(pkey|fkey|check|idx)\b/.test(text)) return 'shows a constraint';
  const { code, fields } = body?.error ?? {};
  if (code === 'VALIDATION_ERROR' && !fields?.length) return 'names no field';
  return undefined;
}

async function run(
  send: (call: PreparedCall) => Promise<string | undefined>,
  refused = false,
): Promise<{ faults: string[]; sent: number }> {
  const faults: string[] = [];
  let sent = 0;
  const all = attacks(refused);
  let until: number | undefined;
  const worker = async () => {
    for (const call of all) {
      until ??= performance.now() + SECONDS * 1000;
      if (performance.now() > until && sent >= LEAST) return;
      sent += 1;
      const fault = await send(call);
      if (fault) faults.push(`${call.operation.name} ${fault}: ${JSON.stringify(call.input).slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return { faults, sent };
}

describe('boundary values of database types', () => {
  it('cause no internal error on REST', async () => {
    const statuses = new Set<number>();
    const { faults, sent } = await run(async (call) => {
      const { method, path, body } = asRest(clean(call));
      if (path.length > 8_000) return undefined;
      const reply = await service.rest(method, path, method === 'GET' ? undefined : body);
      statuses.add(reply.status);
      const fault = faultOf(reply);
      return fault && `${fault} ${reply.text.slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(LEAST);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400]));
  });

  it('are no fault of ours in variables of GraphQL, and what is refused is named', async () => {
    const codes = new Set<string>();
    const { faults, sent } = await run(async (call) => {
      const { query, variables } = asGraphql(clean(call));
      const caller = callerOf(call.operation, service, service.acme.people.owner);
      const reply = await service.graphql(query, variables, caller);
      const refusals = (reply.body.errors ?? []) as { extensions: { code: string } }[];
      for (const { extensions } of refusals) codes.add(extensions.code);
      const fault = refusals
        .map(({ extensions }) =>
          faultOf({ status: reply.status, text: reply.text, body: { error: extensions } }),
        )
        .find(Boolean);
      const isOurs = refusals.some(({ extensions }) => extensions.code === 'INTERNAL_ERROR');
      return isOurs || fault ? `${fault ?? 'INTERNAL_ERROR'} ${reply.text.slice(0, 300)}` : undefined;
    }, true);
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(LEAST);
    expect([...codes]).toContain('VALIDATION_ERROR');
  });
});

/** Replaces lone surrogates, which neither a URL nor JSON can contain and fetch cannot send. */
function clean({ operation, input }: PreparedCall): PreparedCall {
  const wellFormed = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value;
  return { operation, input: JSON.parse(JSON.stringify(input), wellFormed) as Input };
}
