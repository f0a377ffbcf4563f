// Compares the contract of the current code with that of the last release: nothing promised is removed or restricted.
import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { describe, expect, it } from '@jest/globals';
import { contractOf } from '../../rest-compat/contract.ts';
import { breakingChanges } from '../../rest-compat/contract-changes.ts';
import { buildCatalogue } from '../../src/operations/catalogue.ts';
import { buildSchema } from '../../src/operations/schema.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const facts = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'));

const schema = buildSchema({});
const current = contractOf(buildCatalogue(schema), schema);
const TODAY = new Date().toISOString().slice(0, 10);
const broken = (before: string[], now: string[], today = '2026-11-22') => breakingChanges(before, now, today);

describe('the contract', () => {
  it('is committed in its current state', () => {
    expect(facts(read('rest-compat/contract.txt'))).toEqual(current);
  });

  it('keeps every promise of the last release', () => {
    const released = facts(read('rest-compat/contract-released.txt'));
    expect(released.length).toBeGreaterThan(1000);
    expect(breakingChanges(released, current, TODAY)).toEqual([]);
  });

  it('has one line for each fact and contains every operation, event and error code', () => {
    const { operations, unrouted } = buildCatalogue(schema);
    const names = current.flatMap((line) => /^\S+ \S+ ([A-Z]\w+) .* -> /.exec(line)?.[1] ?? []);
    expect(names.sort()).toEqual([...operations, ...unrouted].map(({ name }) => name).sort());
    expect(current).toContain('error NOT_FOUND: 404');
    expect(current).toContain('event company.created: company');
    expect(new Set(current).size).toBe(current.length);
  });

  it('is broken by the removal of any fact', () => {
    expect(broken(current, [])).toHaveLength(current.length);
    expect(broken(current, current)).toEqual([]);
  });
});

const OPERATION =
  'GET /api/rooms ListRooms rooms.read rooms.rooms:read module=rooms principals=tenant risk=read idempotency=natural status=200 -> [RoomRecord]';
const CREATE = OPERATION.replace('GET', 'POST')
  .replace('risk=read', 'risk=write')
  .replace('ListRooms', 'CreateRoom');
const ROOMS = [
  OPERATION,
  CREATE,
  'GET /api/rooms query pageSize: integer? 1..',
  'POST /api/rooms body: RoomInput requires=title',
  'enum RoomStatus: open',
  'enum RoomStatus: closed',
  'input RoomInput.status: RoomStatus?',
  'input RoomInput.title: string 1..200 required',
  'record RoomRecord.status: RoomStatus',
  'record RoomRecord.title: string',
];

/** Returns the lines of ROOMS with one line replaced by another. */
const withLine = (line: string, replacement: string) =>
  ROOMS.map((existing) => (existing === line ? replacement : existing));

describe('a promise of the contract', () => {
  it.each<[what: string, before: string, after: string]>([
    ['another permission', OPERATION, OPERATION.replace('rooms.read ', 'rooms.list ')],
    ['a higher risk', OPERATION, OPERATION.replace('risk=read', 'risk=risky')],
    ['another answer', OPERATION, OPERATION.replace('[RoomRecord]', 'RoomRecord')],
    ['a shorter text', ROOMS[7]!, 'input RoomInput.title: string 1..100 required'],
    ['a greater minimum length', ROOMS[7]!, 'input RoomInput.title: string 2..200 required'],
    ['a pattern', ROOMS[7]!, 'input RoomInput.title: string 1..200 required /^[A-Z]/'],
    ['an input that is required', ROOMS[6]!, 'input RoomInput.status: RoomStatus? required'],
    ['an input that must not be null', ROOMS[6]!, 'input RoomInput.status: RoomStatus'],
    ['another type', ROOMS[9]!, 'record RoomRecord.title: integer'],
    ['an answer that may be null', ROOMS[9]!, 'record RoomRecord.title: string?'],
    ['an answer that may be left out', ROOMS[9]!, 'record RoomRecord.title: string optional'],
    ['a value that is gone', ROOMS[5]!, 'enum RoomStatus: shut'],
    [
      'one more member that is required',
      ROOMS[3]!,
      'POST /api/rooms body: RoomInput requires=title requires=status',
    ],
  ])('is broken by %s', (_, before, after) => {
    expect(broken(ROOMS, withLine(before, after))).toHaveLength(1);
  });

  it('is broken by a new required input member', () => {
    expect(broken(ROOMS, [...ROOMS, 'input RoomInput.kind: string required'])).toEqual([
      'newly required: input RoomInput.kind: string required',
    ]);
    expect(broken(ROOMS, [...ROOMS, 'POST /api/rooms body kind: string required'])).toHaveLength(1);
  });
});

describe('a compatible change of the contract', () => {
  it('may be a further error code, but not the loss of one', () => {
    const line = (codes: string) => [`record Error.error.code: ${codes}`];
    expect(broken(line('CONFLICT|GONE'), line('CONFLICT|NEW_CODE|GONE'))).toEqual([]);
    expect(broken(line('CONFLICT|GONE'), line('CONFLICT|NEW_CODE'))).toHaveLength(1);
  });

  it.each<[what: string, before: string, after: string]>([
    ['a lower risk', CREATE, CREATE.replace('risk=write', 'risk=read')],
    ['a longer text', ROOMS[7]!, 'input RoomInput.title: string 1..400 required'],
    ['no bound at all', ROOMS[2]!, 'GET /api/rooms query pageSize: integer?'],
    ['an input that may be left out', ROOMS[7]!, 'input RoomInput.title: string? 1..200'],
    [
      'an enum that has a value more',
      ROOMS[8]!,
      'record RoomRecord.status: RoomStatus\nenum RoomStatus: new',
    ],
  ])('may be %s', (_, before, after) => {
    expect(
      broken(
        ROOMS,
        withLine(before, after).flatMap((line) => line.split('\n')),
      ),
    ).toEqual([]);
  });

  it('may consist of new operations, members and optional inputs', () => {
    const more = [
      'record RoomRecord.kind: string',
      'input RoomInput.kind: string?',
      'GET /api/rooms query kind: string?',
    ];
    const shelf = [OPERATION.replace('/rooms', '/shelves'), 'GET /api/shelves query id: uuid required'];
    expect(broken(ROOMS, [...ROOMS, ...more, ...shelf])).toEqual([]);
  });
});

describe('a fact with a sunset date', () => {
  const ending = OPERATION.replace(' ->', ' sunset=2027-11-22 ->');
  const member = 'record RoomRecord.title: string sunset=2027-11-22';

  it('is promised until that date and may then be removed together with definitions that only it used', () => {
    const promised = ROOMS.map((line) =>
      line.replace(OPERATION, ending).replace(CREATE, CREATE.replace(' ->', ' sunset=2027-11-22 ->')),
    );
    expect(broken(promised, [], '2027-11-21')).toHaveLength(promised.length);
    expect(broken(promised, [], '2027-11-22')).toEqual([]);
  });

  it('does not end a definition that another operation uses', () => {
    const promised = withLine(OPERATION, ending);
    const removed = promised.filter((line) => !line.startsWith('GET '));
    expect(broken(promised, removed, '2028-01-01')).toEqual([]);
    expect(
      broken(
        promised,
        removed.filter((line) => line !== ROOMS[9]),
        '2028-01-01',
      ),
    ).toHaveLength(1);
  });

  it('may be a single member', () => {
    const promised = withLine(ROOMS[9]!, member);
    expect(broken(promised, ROOMS.slice(0, 9), '2027-11-21')).toHaveLength(1);
    expect(broken(promised, ROOMS.slice(0, 9), '2027-11-22')).toEqual([]);
  });

  it('must not end earlier than announced', () => {
    expect(
      broken(withLine(ROOMS[9]!, member), withLine(ROOMS[9]!, member.replace('2027', '2026'))),
    ).toHaveLength(1);
  });

  it('is read from the schema for operations, members and inputs', () => {
    const typeDefs = [
      read('schema/root.graphql').replace('type Mutation', ''),
      read('schema/deprecation.graphql'),
      `
        enum CustomFieldEntity { THINGS }
        enum SavedViewEntity { THINGS }
        "A thing."
        type Thing @access(module: CRM, permission: "things.read", scope: "crm.things:read") {
          id: UUID!
          name: String @deprecated(reason: "Use id.") @sunset(since: "2026-11-01", on: "2027-11-01", link: "https://docs.example.com")
        }
        extend type Query {
          "One thing."
          thing(id: UUID!, deep: Boolean @deprecated(reason: "It is always deep.") @sunset(since: "2026-11-01", on: "2027-12-01", link: "https://docs.example.com")): Thing
            @access(module: CRM, permission: "things.read", scope: "crm.things:read")
        }`,
    ];
    const things = makeExecutableSchema({ typeDefs });
    const document = `
      "Get a thing"
      query GetThing($id: UUID!, $deep: Boolean) @rest(method: GET, path: "/api/things/{id}") { thing(id: $id, deep: $deep) { id name } }`;
    const lines = contractOf(buildCatalogue(things, new Map([['things.graphql', document]])), things);
    expect(lines).toContain('GET /api/things/{id} answer name: string? sunset=2027-11-01');
    expect(lines).toContain('GET /api/things/{id} query deep: boolean? sunset=2027-12-01');
  });
});
