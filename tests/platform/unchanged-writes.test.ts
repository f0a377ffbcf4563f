// A write that changes nothing is no change (spec README point 30): every update of the catalogue, member by member, twice.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../src/operations/catalogue.ts';
import { CallMaker, type Input, send } from '../support/calls.ts';
import { Inspector } from '../support/inspector.ts';
import { callerOf } from '../support/operator-calls.ts';
import type { TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';

let service: TestService;
let inspector: Inspector;
let maker: CallMaker;

beforeAll(async () => {
  service = await startServiceWithPayments();
  inspector = await Inspector.open(service.databaseUrl);
  maker = new CallMaker(service, service.acme);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const updates = (): Operation[] =>
  service.server.services.catalogue.operations.filter(({ method }) => method === 'PATCH' || method === 'PUT');

const call = (operation: Operation, input: Input) => {
  const { as, headers } = callerOf(operation, service, service.acme.people.owner);
  return send(service, { operation, input }, as, headers);
};

/** Members that add something each time that they are given. */
const ADDING: Record<string, string[]> = { UpdateCompany: ['notes'] };

/** Inputs of an operation that it accepts: its example, and each of its members by itself. */
async function inputsOf(operation: Operation): Promise<Input[]> {
  const left = ['expected_version', ...(ADDING[operation.name] ?? [])];
  const example = without((await maker.prepare(operation)).input, left);
  const full = without((await maker.prepareFull(operation)).input, left);
  const inPath = Object.keys(full).filter((name) => operation.path.includes(`{${name}}`));
  const required = (operation.inputSchema.required ?? []).map((name) => [name, example[name]]);
  const base = {
    ...Object.fromEntries(required),
    ...Object.fromEntries(inPath.map((name) => [name, example[name]])),
  };
  const members = Object.entries(full).filter(([name]) => !(name in base));
  return [example, ...members.map(([name, value]) => ({ ...base, [name]: value }))];
}

function without(input: Input, names: string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/** Tables that a second write of the same input changed. */
async function changedByRepeat(operation: Operation, input: Input): Promise<string[]> {
  const before = await inspector.fingerprint();
  const { status, text } = await call(operation, input);
  const after = await inspector.fingerprint();
  // Every call of an operator is in the audit.
  const expected = operation.access.principals === 'operator' ? ['public.audit_entries'] : [];
  const changed = Object.keys(after).filter(
    (table) => after[table] !== before[table] && !expected.includes(table),
  );
  return status === 200 ? changed : [`answered ${status} ${text.slice(0, 200)}`];
}

describe('an update that is repeated', () => {
  it('leaves no version, event, audit entry or timeline line, in any operation and member', async () => {
    const faults: string[] = [];
    let accepted = 0;
    for (const operation of updates()) {
      for (const input of await inputsOf(operation)) {
        if ((await call(operation, input)).status !== 200) continue;
        accepted += 1;
        const changed = await changedByRepeat(operation, input);
        if (changed.length) faults.push(`${operation.name} ${JSON.stringify(input)}: ${changed.join()}`);
      }
    }
    expect(faults).toEqual([]);
    expect(accepted).toBeGreaterThan(100);
  });
});
