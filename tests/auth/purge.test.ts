// Invalidation of cached principals across processes, and recovery after a lost connection.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { authenticate } from '../../src/access/authenticate.ts';
import { purgeOnChanges } from '../../src/access/purge.ts';
import { type Listener, listenTo } from '../../src/db/listener.ts';
import { signOut } from '../../src/domains/auth/service.ts';
import type { Services } from '../../src/services.ts';
import { until } from '../support/until.ts';
import { call, codeOf, makeWorld, signInAs, type World } from './identity.ts';

let world: World;
let other: Services;
let listener: Listener;
const warnings: string[] = [];
const log = {
  debug() {},
  info() {},
  error() {},
  warn: (_fields: object, message: string) => void warnings.push(message),
};

beforeAll(async () => {
  world = await makeWorld();
  other = world.otherProcess();
  listener = listenTo(world.url, purgeOnChanges(other.principals), log);
  await until(() => isListening());
});
afterAll(async () => {
  await listener.stop();
  await world.close();
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const LISTENER =
  "from pg_stat_activity where application_name = 'platform-listener' and datname = current_database()";
const isListening = () =>
  withClient(
    async (client) =>
      (await client.query(`select 1 ${LISTENER} and query like 'listen%' and state = 'idle'`)).rowCount === 1,
  );

test('a sign-out in one process revokes the access token in the other process', async () => {
  const { email } = await world.person('member');
  const { accessToken } = await signInAs(world.services, email);
  const authorization = `Bearer ${accessToken}`;
  const authenticateInOther = () => authenticate(other, { authorization, tenantHeader: world.tenantId });
  const cached = await authenticateInOther();
  expect(await authenticateInOther()).toBe(cached);
  const me = await authenticate(world.services, { authorization });
  await call(world.services, me, (ctx) => signOut(ctx));
  await until(async () => (await codeOf(authenticateInOther())) === 'TOKEN_REVOKED');
});

test('a sign-out that is rolled back changes nothing', async () => {
  const { email } = await world.person('member');
  const { accessToken } = await signInAs(world.services, email);
  const authenticateHere = () => authenticate(world.services, { authorization: `Bearer ${accessToken}` });
  const me = await authenticateHere();
  const undone = call(world.services, me, async (ctx) => {
    await signOut(ctx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await authenticateHere()).toBe(me);
});

test('after a lost connection the listener reconnects and the cache is cleared', async () => {
  const { email } = await world.person('member');
  const { accessToken } = await signInAs(world.services, email);
  const authenticateInOther = () => authenticate(other, { authorization: `Bearer ${accessToken}` });
  const cached = await authenticateInOther();
  await withClient((client) => client.query(`select pg_terminate_backend(pid) ${LISTENER}`));
  await until(() => warnings.length > 0);
  await until(() => isListening());
  await until(async () => (await authenticateInOther()) !== cached);
  expect(warnings).toEqual(['the listener for notifications lost its connection']);
});
