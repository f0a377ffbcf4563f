// Responses built by the database equal those of GraphQL: for every list and every kind of caller.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load.ts';
import type { Operation } from '../../src/operations/catalogue.ts';
import {
  type Identity,
  type Reply,
  startService,
  type TestService,
  type Workspace,
} from '../support/service.ts';

let service: TestService;
let demo: Workspace;
let callers: Record<string, Identity>;

beforeAll(async () => {
  service = await startService();
  await loadDemo(service.server.services);
  [demo] = (await service.sql<Workspace>(
    service.acme,
    `select id from tenants where slug not in ('acme', 'globex') and status = 'active' order by slug limit 1`,
  )) as [Workspace];
  const scopes = [
    ...new Set(service.server.services.catalogue.operations.flatMap(({ access }) => access.scope ?? [])),
  ];
  callers = {
    owner: await service.token(demo, { kind: 'service', scopes, roleKey: 'owner' }),
    viewer: await service.token(demo, { kind: 'service', scopes, roleKey: 'viewer' }),
    agent: await service.token(demo, { kind: 'agent', scopes }),
    'a token for companies': await service.token(demo, {
      kind: 'service',
      scopes: ['crm.companies:read'],
      roleKey: 'viewer',
    }),
  };
});

afterAll(() => service?.stop());

/** Names of the operations whose responses the database built. */
const builtByDatabase = new Set<string>();

/** Sends the same request with and without responses built by the database. */
async function readBothWays(path: string, as: Identity): Promise<[Reply, Reply] | undefined> {
  const { runner } = service.server.services;
  const runSerialized = runner.runSerialized.bind(runner);
  let isBuiltByDatabase = false;
  runner.runSerialized = async (operation, ...call) => {
    const result = await runSerialized(operation, ...call);
    isBuiltByDatabase = !!result.sqlJson;
    if (isBuiltByDatabase) builtByDatabase.add(operation.name);
    return result;
  };
  const fromDatabase = await service.rest('GET', path, undefined, { as });
  runner.runSerialized = (operation, ...call) => runner.run(operation as Operation, ...call);
  const fromGraphql = isBuiltByDatabase && (await service.rest('GET', path, undefined, { as }));
  // Deleting the override restores the method of the class.
  Reflect.deleteProperty(runner, 'runSerialized');
  return fromGraphql ? [fromDatabase, fromGraphql] : undefined;
}

/** Returns the list operations, also those under a record, except the audit log, which records each read. */
function lists(): Operation[] {
  return service.server.services.catalogue.operations.filter(
    ({ name, isPage, answer, path }) =>
      name !== 'ListAuditLogs' && isPage && answer === 'envelope' && !/\{.*\{/.test(path),
  );
}

/** Returns the URLs of several pages of a list, for some of the records that have one. */
async function pathsOf({ path }: Operation, as: Identity): Promise<string[]> {
  const places = path.includes('{') ? await placesOf(path, as) : [path];
  const pages = ['', '?pageSize=3', '?pageSize=3&page=2', '?pageSize=2&page=400'];
  return places.flatMap((place) => pages.map((page) => place + page));
}

async function placesOf(path: string, as: Identity): Promise<string[]> {
  const collection = path.slice(0, path.indexOf('/{'));
  const { status, body } = await service.rest('GET', `${collection}?pageSize=6`, undefined, { as });
  const records = status === 200 ? (body.data as { id?: string }[]) : [];
  return records.flatMap(({ id }) => (id ? [path.replace(/\{\w+\}/, id)] : []));
}

describe('a response built by the database', () => {
  it('equals the response of GraphQL for every caller', async () => {
    for (const operation of lists()) {
      for (const [caller, as] of Object.entries(callers)) {
        for (const path of await pathsOf(operation, as)) {
          const answers = await readBothWays(path, as);
          if (!answers) continue;
          const [fromDatabase, fromGraphql] = answers;
          const { status, body } = fromGraphql;
          expect({ caller, path, status: fromDatabase.status, body: fromDatabase.body }).toEqual({
            caller,
            path,
            status,
            body,
          });
        }
      }
    }
  }, 300_000);

  it('is used for the most common lists', () => {
    const commonLists = ['ListCompanies', 'ListContacts', 'ListDeals', 'ListActivities'];
    expect([...builtByDatabase]).toEqual(expect.arrayContaining(commonLists));
  });
});
