// Calls every operation of a module from another workspace: records of acme must look like records that do not exist.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { asGraphql, CallMaker, type Input, type PreparedCall, send } from '../calls.ts';
import type { Reply } from '../service.ts';
import { inWorkspaces, type Walk } from './walk.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export const listsRecords = (operation: Operation): boolean =>
  operation.kind === 'query' &&
  operation.method === 'GET' &&
  inWorkspaces(operation) &&
  !operation.path.includes('{') &&
  // A comparison names what it compares.
  !operation.inputSchema.required?.length;

/** Declares the tests of isolation between workspaces. */
export function describeIsolation(walk: () => Walk): void {
  describe('another workspace', () => {
    // Stands first: afterwards the audit of globex names the ids that it asked for.
    it('finds nothing of acme in any list', async () => {
      const { service, operations } = walk();
      const ids = [...(await idsOfAcme(walk()))];
      expect(ids.length).toBeGreaterThan(20);
      for (const operation of operations.filter(listsRecords)) {
        const call: PreparedCall = { operation, input: {} };
        const { query, variables } = asGraphql(call);
        for (const reply of [
          await send(service, call, service.globex.people.owner),
          await service.graphql(query, variables, { as: service.globex.people.owner }),
        ]) {
          expect(reply.status).toBe(200);
          expect([operation.name, ids.filter((id) => reply.text.includes(id))]).toEqual([operation.name, []]);
        }
      }
    });

    it('cannot distinguish a record of acme from one that does not exist', async () => {
      const { calls, service } = walk();
      const foreign = [...calls.values()].filter((call) => inWorkspaces(call.operation) && containsIds(call));
      for (const { operation, input } of foreign.filter(({ operation: { path } }) => path.includes('{'))) {
        const reply = await send(service, { operation, input }, service.globex.people.owner);
        expect({ name: operation.name, status: reply.status }).toEqual({ name: operation.name, status: 404 });
      }
      await expectSameAsUnknown(walk(), foreign);
    });

    it('cannot refer to a record of acme in any member that takes an id', async () => {
      await expectSameAsUnknown(walk(), await callsNamingForeignRecords(walk()));
    });
  });
}

const containsIds = (call: PreparedCall): boolean => JSON.stringify(call.input).search(UUID) >= 0;

/** Returns the ids of all rows of acme, of its people and of their sessions. */
async function idsOfAcme({ service, inspector }: Walk): Promise<Set<string>> {
  const { id, people } = service.acme;
  const userIds = Object.values(people).map(({ userId }) => userId);
  const sessions = await inspector.query<{ id: string }>('select id from sessions where user_id = any($1)', [
    userIds,
  ]);
  const ids = new Set([id, ...userIds, ...sessions.map((row) => row.id)]);
  for (const table of await inspector.tenantTables()) {
    const rows = await inspector.query<{ id: string | null }>(
      `select to_jsonb(t) ->> 'id' as id from ${table} t where tenant_id = $1`,
      [id],
    );
    for (const row of rows) if (row.id) ids.add(row.id);
  }
  return ids;
}

/** Prepares calls of globex on its own records, each with one member that refers to a record of acme. */
async function callsNamingForeignRecords({ service, maker, operations }: Walk): Promise<PreparedCall[]> {
  const home = new CallMaker(service, service.globex);
  const foreign: PreparedCall[] = [];
  for (const operation of operations.filter(inWorkspaces)) {
    const { input: full } = await maker.prepareFull(operation);
    const add = async (name: string, value: unknown) =>
      foreign.push({ operation, input: { ...(await home.prepare(operation)).input, [name]: value } });
    for (const { wire, in: place } of operation.inputs.filter((declared) => declared.wire !== 'input')) {
      if (place === 'path' || !JSON.stringify(full[wire] ?? null).match(UUID)) continue;
      await add(wire, idsOnly(full[wire]));
    }
    for (const [name, value] of Object.entries(full)) {
      if (operation.inputs.some(({ wire }) => wire === name) || !JSON.stringify(value).match(UUID)) continue;
      // A draft may name any connector; one that the workspace does not have is refused when it is sent.
      if (name === 'connector_id') continue;
      await add(name, value);
    }
  }
  return foreign;
}

/** Reduces a filter to the conditions that refer to records. */
function idsOnly(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, part]) => JSON.stringify(part).match(UUID)));
}

/** Sends each call twice, with its ids and with unknown ids, and compares the responses. */
async function expectSameAsUnknown(walk: Walk, foreign: PreparedCall[]): Promise<void> {
  const { service, inspector } = walk;
  const ids = await idsOfAcme(walk);
  const as = service.globex.people.owner;
  const before = await inspector.fingerprint(service.acme.id);
  const faults: string[] = [];
  for (const call of foreign) {
    const ask = async (prepared: PreparedCall) => {
      const { query, variables } = asGraphql(prepared);
      return [await send(service, prepared, as), await service.graphql(query, variables, { as })].map(
        comparable,
      );
    };
    const answers = await ask(call);
    const expected = await ask(withUnknownIds(call, ids));
    answers.forEach((text, index) => {
      if (text !== expected[index])
        faults.push(
          `${call.operation.name}: ${text.slice(0, 400)}\ninstead of: ${expected[index]!.slice(0, 400)}`,
        );
    });
  }
  expect(faults).toEqual([]);
  expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
}

/** Returns the same call with unknown ids in place of those of acme. */
function withUnknownIds({ operation, input }: PreparedCall, ids: Set<string>): PreparedCall {
  const text = JSON.stringify(input)
    .replace(UUID, (id) => (ids.has(id) ? randomUUID() : id))
    // Host names belong to one company, so the second call needs others.
    .replace(/\bt(\d+)\./g, 's$1.');
  return { operation, input: JSON.parse(text) as Input };
}

/** Returns the response without the parts that differ from call to call. */
function comparable({ status, body }: Reply): string {
  const text = JSON.stringify({ ...body, extensions: undefined })
    .replace(UUID, '<id>')
    .replace(/\bs(\d+)\./g, 't$1.')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return `${status} ${text}`;
}
