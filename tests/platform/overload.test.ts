// What clients may send without stopping or slowing the service, tested on a process started as by `npm start`.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { endProcesses, freePort, newFolder, type Process, startAsNpmDoes, stop } from '../support/process.ts';
import { headOf, open, type RawAnswer, type RawConnection, send } from '../support/raw-http.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Both processes have the same identity, so that one accepts the tokens of the other. */
const IDENTITY = { SECRET_KEY: '5e'.repeat(32), PUBLIC_URL: 'https://api.example.com' };
const MIB = 1_048_576;

let service: TestService;
let child: Process;
let url: string;
/** Requests whose body never ends, with the time that each has been open. */
let slow: { connections: RawConnection[]; durations: Promise<number[]> };

beforeAll(async () => {
  service = await startService(IDENTITY);
  const port = await freePort();
  child = await startAsNpmDoes({
    PORT: String(port),
    DATA_DIR: newFolder(),
    DATABASE_URL: service.databaseUrl,
    ...IDENTITY,
    RATE_LIMIT_SCALE: '1000',
  });
  url = `http://127.0.0.1:${port}`;
  slow = await startSlowBodies();
});

afterAll(async () => {
  if (child) expect(await stop(child)).toBe(0);
  await endProcesses();
  await service?.stop();
});

function credentials({ token, tenantId }: Identity): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
}

const owner = () => credentials(service.acme.people.owner);
const companies = () => service.sql(service.acme, 'select id from companies');

/** Sends this many requests at the same time from twenty addresses. */
function burst(count: number, sendFrom: (from: string) => Promise<RawAnswer>): Promise<RawAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => sendFrom(`127.0.1.${(n % 20) + 1}`)));
}

async function residentBytes(): Promise<number> {
  const { text } = await send(url, '/metrics');
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]);
}

async function startSlowBodies() {
  const path = '/api/auth/sign-in';
  const [never, trickling] = [await open(url, '127.0.2.1'), await open(url, '127.0.2.2')];
  const since = Date.now();
  never.socket.write(`${headOf(path, {}, 500)}{"email":`);
  trickling.socket.write(headOf(path, {}, 500));
  const timer = setInterval(() => trickling.socket.write(' '), 250);
  trickling.closed.then(() => clearInterval(timer));
  const connections = [never, trickling];
  const durations = Promise.all(connections.map(({ closed }) => closed.then(() => Date.now() - since)));
  return { connections, durations };
}

/** One megabyte of JSON that becomes far more objects than its size suggests. */
const HOSTILE: [string, string][] = [
  ['arrays in arrays', '['.repeat(MIB / 2 - 1) + ']'.repeat(MIB / 2 - 1)],
  ['arrays that never close', '['.repeat(MIB - 1)],
  ['empty objects', `[${'{},'.repeat(MIB / 3 - 2)}{}]`],
  ['members', `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}":0`).join()}}`],
];

describe('a request body without valid credentials', () => {
  it('is refused before it is read', async () => {
    const wrong = { authorization: 'Bearer nonsense', 'x-tenant-id': service.acme.id };
    for (const [, body] of HOSTILE) {
      const answers = await Promise.all([
        burst(40, (from) => send(url, '/api/companies', { body, from })),
        burst(5, (from) => send(url, '/graphql', { body, from, headers: wrong })),
      ]);
      expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([401]));
    }
  });
});

describe('a request body of a signed-in caller', () => {
  const surfaces: [string, (json: string) => string][] = [
    ['/api/companies', (json) => json],
    ['/graphql', (json) => `{"query":"{__typename}","variables":{"a":${json}}}`],
    ['/api/agent/mcp', (json) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${json}}`],
  ];

  it.each(surfaces)(
    'to %s is refused when it is too deeply nested or has too many members',
    async (path, wrap) => {
      const refusals: [string, string][] = [
        [wrap('['.repeat(33) + ']'.repeat(33)), 'max_depth'],
        [wrap(`[${'0,'.repeat(20_000)}0]`), 'max_members'],
      ];
      for (const [body, rule] of refusals) {
        const answer = await send(url, path, { body, headers: owner() });
        expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(answer.text).toContain(`"rule":"${rule}"`);
      }
      const text = '[{,'.repeat(30_000);
      const asText = await send(url, path, {
        body: wrap(JSON.stringify(`\\"${text}\\\\`)),
        headers: owner(),
      });
      expect(asText.text).not.toMatch(/max_depth|max_members/);
    },
  );

  it.each(HOSTILE)('made of %s does not stop the service when eighty are sent at a time', async (_, json) => {
    const calls = surfaces.map(([path, wrap]) =>
      burst(27, (from) => send(url, path, { body: wrap(json).slice(0, MIB), from, headers: owner() })),
    );
    const answers = (await Promise.all(calls)).flat();
    for (const { status, code, headers } of answers) {
      expect([400, 503]).toContain(status);
      if (status !== 503) continue;
      expect(code).toBe('OVERLOADED');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await send(url, '/api/health')).status).toBe(200);
    expect(await companies()).toEqual([]);
  });

  it('of the maximum size and number of members fits into memory as often as the budget allows', async () => {
    const member = (n: number) => `"k${n}":{"a":"${'ü'.repeat(40)}"}`;
    const body = `{"name":"x","extra":{${Array.from({ length: 9_000 }, (_, n) => member(n)).join()}}}`;
    const answers = await burst(60, (from) => send(url, '/api/companies', { body, from, headers: owner() }));
    for (const { status } of answers) expect([400, 503]).toContain(status);
    expect((await send(url, '/api/companies', { headers: owner() })).status).toBe(200);
    expect(await companies()).toEqual([]);
  });
});

describe('the memory budget for request bodies', () => {
  const unfinished = async (count: number, from: string): Promise<RawConnection[]> => {
    const connections = await Promise.all(Array.from({ length: count }, () => open(url, from)));
    for (const { socket } of connections)
      socket.write(`${headOf('/api/companies', owner(), MIB)}"${'x'.repeat(MIB - 2)}`);
    return connections;
  };
  const create = (name: string, from: string) =>
    send(url, '/api/companies', {
      body: JSON.stringify({ name, description: 'x'.repeat(4_000) }),
      from,
      headers: owner(),
    });

  it('gives each address a share and has a total limit, while reads continue', async () => {
    const connections: RawConnection[] = [];
    const fill = (from: string) =>
      until(async () => {
        connections.push(...(await unfinished(3, from)));
        await sleep(200);
        const answer = await create(`From ${from}`, from);
        return answer.status === 503 ? answer : undefined;
      });
    const [refused] = await Promise.all([1, 3, 4, 5].map((n) => fill(`127.0.3.${n}`)));
    expect(refused!).toMatchObject({ code: 'OVERLOADED', headers: { 'retry-after': '1' } });
    expect(refused!.text).toContain('"reason":"bodies_of_address"');
    expect((await fill('127.0.3.6')).text).toContain('"reason":"bodies_in_flight"');
    expect((await send(url, '/api/companies', { from: '127.0.3.6', headers: owner() })).status).toBe(200);
    for (const { socket } of connections) socket.destroy();
    await until(async () => (await create('Three', '127.0.3.6')).status === 201);
    expect((await create('Four', '127.0.3.1')).status).toBe(201);
  });

  it('reserves most of itself for signed-in callers', async () => {
    const connections: RawConnection[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const connection = await open(url, `127.0.4.${n}`);
      connection.socket.write(`${headOf('/api/auth/sign-in', {}, MIB)}"${'x'.repeat(MIB - 2)}`);
      connections.push(connection);
    }
    await until(() => connections.some(({ received }) => /OVERLOADED/.test(received())));
    expect((await create('Signed in', '127.0.4.1')).status).toBe(201);
    for (const { socket } of connections) socket.destroy();
  });
});

describe('a document about the schema', () => {
  const types =
    'types { name fields { name args { name } type { name } } inputFields { name } enumValues { name } }';
  const times = (count: number, part: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => part(n)).join(' ');
  const ask = (query: string) => send(url, '/graphql', { body: JSON.stringify({ query }), headers: owner() });

  /** Sends a document, and again as long as the service is too busy for it, as its clients do. */
  const askAgain = async (query: string): Promise<Awaited<ReturnType<typeof ask>>> => {
    for (;;) {
      const answer = await ask(query);
      if (answer.status !== 503) return answer;
      expect(answer.code).toBe('OVERLOADED');
      await sleep(1_000);
    }
  };

  it.each([
    ['100 aliases of __schema', `{ ${times(100, (n) => `a${n}: __schema { ${types} }`)} }`],
    ['330 aliases of __schema', `{ ${times(330, (n) => `a${n}: __schema { types { name } }`)} }`],
    ['300 aliases of types', `{ __schema { ${times(300, (n) => `a${n}: types { name }`)} } }`],
    [
      '20 spreads without an alias',
      `{ ${times(20, (n) => `...F${n}`)} } ${times(20, (n) => `fragment F${n} on Query { b${n}: __schema { ${types} } }`)}`,
    ],
    [
      'types in types',
      `{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }`,
    ],
    [
      '30 aliases of __type',
      `{ ${times(30, (n) => `a${n}: __type(name: "Mutation") { fields { args { type { inputFields { type { inputFields { name } } } } } } }`)} }`,
    ],
  ])('is refused by its limits, five at once, and health answers meanwhile: %s', async (_, query) => {
    let isDone = false;
    const waits: number[] = [];
    const probing = (async () => {
      while (!isDone) {
        waits.push((await send(url, '/api/health')).ms);
        await sleep(10);
      }
    })();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(query)));
    isDone = true;
    await probing;
    for (const { status, code, text } of answers) {
      expect([status, code]).toEqual([400, 'GRAPHQL_LIMIT_EXCEEDED']);
      expect(text.length).toBeLessThan(1_000);
    }
    expect(Math.max(...waits)).toBeLessThan(5_000);
  });

  it('as the usual tools send it is answered, thirty times at once too', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => askAgain(getIntrospectionQuery())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { data } = JSON.parse(answers[0]!.text);
    expect(buildClientSchema(data).getQueryType()!.getFields()).toHaveProperty('companies');
  });
});

describe('requests beyond the capacity of the service', () => {
  it('are refused early as retryable, while admitted requests and health probes are answered', async () => {
    const end = Date.now() + 4_000;
    const answers: RawAnswer[] = [];
    const probes: RawAnswer[] = [];
    const client = async (from: string) => {
      const agent = new Agent({ keepAlive: true });
      while (Date.now() < end)
        answers.push(await send(url, '/api/companies?pageSize=100', { agent, from, headers: owner() }));
      agent.destroy();
    };
    const prober = async () => {
      while (Date.now() < end) {
        probes.push(await send(url, '/api/health'));
        await sleep(20);
      }
    };
    await Promise.all([
      prober(),
      ...Array.from({ length: 300 }, (_, n) => client(`127.0.5.${(n % 100) + 1}`)),
    ]);
    const [served, refused] = [
      answers.filter(({ status }) => status === 200),
      answers.filter(({ status }) => status !== 200),
    ];
    expect(served.length).toBeGreaterThan(100);
    for (const { status, code, headers } of refused)
      expect([status, code, headers['retry-after']]).toEqual([503, 'OVERLOADED', '1']);
    // The limit is in seconds because the test clients share the machine with the process.
    expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(10_000);
    expect(probes.every(({ status }) => status === 200)).toBe(true);
    expect(Math.max(...probes.map(({ ms }) => ms))).toBeLessThan(5_000);
  });

  it('on pipelined connections that read no response cost little memory and delay no other client', async () => {
    const head = Object.entries({ host: 'localhost', ...owner() }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const pipelinedRequest = `GET /api/companies?pageSize=100 HTTP/1.1\r\n${head.join('')}\r\n`;
    const before = await residentBytes();
    const connections = await Promise.all(
      Array.from({ length: 300 }, (_, n) => open(url, `127.0.6.${(n % 100) + 1}`)),
    );
    connections.forEach(({ socket }, n) => {
      socket.pause();
      socket.write(pipelinedRequest.repeat(n % 2 ? 30 : 300));
    });
    for (let n = 0; n < 20; n++) {
      const answer = await send(url, '/api/companies', { headers: owner() });
      expect([200, 503]).toContain(answer.status);
      expect(answer.ms).toBeLessThan(60_000);
    }
    await until(async () => (await send(url, '/api/companies', { headers: owner() })).status === 200);
    expect((await residentBytes()) - before).toBeLessThan(200 * MIB);
    for (const { socket } of connections) socket.destroy();
  });
});

describe('a request body that never ends', () => {
  it('is answered with 408 and the connection is closed within a minute, even while bytes trickle in', async () => {
    for (const duration of await slow.durations) expect(duration).toBeLessThan(60_000);
    for (const { received } of slow.connections) {
      expect(received()).toMatch(/^HTTP\/1\.1 408 /);
      expect(received()).toContain('"code":"REQUEST_TIMEOUT"');
    }
  });
});

describe('the rate limit of an address', () => {
  it('counts broken JSON, unknown routes, wrong methods and too large bodies, and is shown in the headers', async () => {
    const limited = await startService({ RATE_LIMIT_SCALE: '0.05' });
    try {
      const asks: [string, Parameters<typeof send>[2], number][] = [
        ['/api/companies', { body: '{"name":', headers: credentials(limited.acme.people.owner) }, 400],
        ['/api/companies', { body: 'x', headers: { 'content-length': String(2 * MIB) } }, 413],
        ['/api/nothing-here', { body: '{}' }, 404],
        ['/%zz', {}, 404],
        ['/api/companies', { method: 'PUT', body: '{}' }, 405],
        ['/graphql', { body: '[[[' }, 400],
        ['/docs', {}, 200],
      ];
      let remaining = 30;
      for (const [path, ask, status] of asks) {
        const { status: answered, headers } = await send(limited.url, path, { from: '127.0.0.8', ...ask });
        expect([path, answered]).toEqual([path, status]);
        expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
        remaining -= 1;
        if (headers['ratelimit-policy'] === '"ip";q=30;w=60')
          expect(Number(headers['ratelimit-remaining'])).toBe(remaining);
        else expect(Number(headers['ratelimit-limit'])).toBeGreaterThan(0);
      }
      for (; remaining > 0; remaining--) await send(limited.url, '/api/nothing-here', { from: '127.0.0.8' });
      for (const [path, ask] of asks) {
        const refused = await send(limited.url, path, { from: '127.0.0.8', ...ask });
        expect([path, refused.status, refused.code]).toEqual([path, 429, 'RATE_LIMITED']);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await send(limited.url, '/api/health', { from: '127.0.0.8' })).status).toBe(200);
      expect((await send(limited.url, '/docs', { from: '127.0.0.9' })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
