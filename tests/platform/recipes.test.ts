// Carries out the recipes of CONTRIBUTING on a copy of the project: the number of files and lines for a field and for a
// plain kind of record, and their presence on every surface.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { endProcesses, freePort, launch, newFolder } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECIPE = new URL('./recipes/venues/', import.meta.url);
const COPIED = ['schema', 'resolvers', 'rest-compat', 'src', 'migrations', 'package.json'];
const TIMEOUT_MS = 90_000;

/** The files of the recipe for a plain kind of record, with their paths in the project. */
const NEW_FILES: Record<string, string> = {
  'migration.ts.txt': 'migrations/9000-venues.ts',
  'schema.graphql.txt': 'schema/venues.graphql',
  'operations.graphql.txt': 'rest-compat/operations/venues.graphql',
  'model.ts.txt': 'src/domains/venues/model.ts',
  'kind.ts.txt': 'src/domains/venues/kind.ts',
  'resolvers.ts.txt': 'resolvers/venues.ts',
};

/** The lines that the recipe adds to existing files: file, the line before which they are inserted, the lines. */
const ADDED_LINES: [file: string, before: RegExp, lines: string][] = [
  ['src/domains/kinds.ts', /^import type/m, "import { venueKind } from './venues/kind.ts';"],
  ['src/domains/kinds.ts', /^export const KINDS/m, ''],
  ['resolvers/index.ts', /^import \{ webhooks \}/m, "import { venues } from './venues.ts';"],
  ['resolvers/index.ts', /^ {2}webhooks,$/m, '  venues,'],
];

/** The recipe for a field, `floors` on venues: each added or changed line. */
const FIELD: [file: string, find: string, replace: string][] = [
  [
    'migrations/9000-venues.ts',
    '      company_id uuid\n',
    '      floors int check (floors > 0),\n      company_id uuid\n',
  ],
  [
    'schema/venues.graphql',
    '  "The company that runs it."\n',
    '  floors: Int @filter @sort @example(value: 3)\n  "The company that runs it."\n',
  ],
  [
    'schema/venues.graphql',
    '  companyId: UUID\n}',
    '  floors: Int @limits(min: 1) @example(value: 3)\n  companyId: UUID\n}',
  ],
  ['rest-compat/operations/venues.graphql', '  capacity\n', '  capacity\n  floors\n'],
  [
    'src/domains/venues/model.ts',
    '  declare companyId',
    '  declare floors: number | null;\n  declare companyId',
  ],
];

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into answers whose shape the contract test checks
  body: any;
}

let database: TestDatabase;
let folder: string;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createDatabase();
  folder = newFolder();
  const { files } = applyRecipes(folder);
  expect(files).toBeLessThanOrEqual(8);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const settings = {
    DATA_DIR: join(folder, '.data'),
    DATABASE_URL: database.url,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DEMO: '1',
  };
  const service = launch(join(folder, 'src/main.ts'), settings);
  await Promise.race([
    ready(service),
    service.exited.then((code) => {
      throw new Error(`the copy ended with ${code}: ${service.stderr()}`);
    }),
  ]);
  const demo = launch(join(folder, 'src/cli/demo.ts'), settings, '--json');
  if ((await demo.exited) !== 0) throw new Error(demo.stderr());
  const [tenant] = JSON.parse(demo.stdout()).tenants;
  headers = {
    authorization: `Bearer ${tenant.tokens.owner}`,
    'x-tenant-id': tenant.id,
  };
}, TIMEOUT_MS);

afterAll(async () => {
  await endProcesses();
  await database?.drop();
});

function ready({ child, stderr }: ReturnType<typeof launch>): Promise<void> {
  return new Promise((done) => {
    child.stderr.on('data', () => /Ctrl-C stops/.test(stderr()) && done());
  });
}

/** Copies the project and applies the recipes for a kind of record and a field to it. */
function applyRecipes(target: string): { files: number; lines: number } {
  for (const name of COPIED) cpSync(join(ROOT, name), join(target, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(target, 'node_modules'));
  const touched = new Set<string>();
  let lines = 0;
  for (const [source, place] of Object.entries(NEW_FILES)) {
    const text = readFileSync(new URL(source, RECIPE), 'utf8');
    mkdirSync(dirname(join(target, place)), { recursive: true });
    writeFileSync(join(target, place), text);
    lines += text.trimEnd().split('\n').length;
    touched.add(place);
  }
  for (const [place, before, added] of ADDED_LINES) {
    if (!added) continue;
    edit(target, place, (text) => text.replace(before, `${added}\n$&`));
    lines += 1;
    touched.add(place);
  }
  edit(target, 'src/domains/kinds.ts', (text) =>
    text.replace(/(KINDS = \[[^\]]*?),?\s*\]/, '$1, venueKind]'),
  );
  for (const [place, find, replace] of FIELD) edit(target, place, (text) => text.replace(find, replace));
  return { files: touched.size, lines };
}

function edit(target: string, place: string, change: (text: string) => string): void {
  const path = join(target, place);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The recipe found nothing to change in ${place}.`);
  writeFileSync(path, after);
}

async function rest(method: string, path: string, body?: object): Promise<Answer> {
  const sent = body && {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}

async function graphql(query: string): Promise<Answer> {
  return rest('POST', '/graphql', { query });
}

describe('the recipe for a field', () => {
  it('adds the field in five places of four files', () => {
    expect(FIELD).toHaveLength(5);
    expect(new Set(FIELD.map(([file]) => file)).size).toBe(4);
  });
});

describe('the recipe for a plain kind of record', () => {
  it('needs at most 8 files and 230 lines', () => {
    const { files, lines } = applyRecipes(newFolder());
    expect(files).toBeLessThanOrEqual(8);
    expect(lines).toBeLessThanOrEqual(230);
  });

  it(
    'results in a project that passes the type check',
    () => {
      const generate = spawnSync(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'src/cli/generate.ts'],
        { cwd: folder, encoding: 'utf8' },
      );
      expect(generate.stderr).not.toMatch(/Error/);
      cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'));
      const check = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(check.stdout).toBe('');
    },
    TIMEOUT_MS,
  );

  it('creates, reads, changes, deletes and restores records on REST, with versions and without empty changes', async () => {
    const company = (await rest('GET', '/api/companies?pageSize=1')).body.data[0];
    const created = await rest('POST', '/api/venues', {
      name: 'Town hall',
      city: 'Bremen',
      capacity: 120,
      floors: 3,
      company_id: company.id,
    });
    expect(created).toMatchObject({
      status: 201,
      body: { data: { name: 'Town hall', floors: 3, version: 1, deleted_at: null } },
    });
    const { id } = created.body.data;
    expect((await rest('GET', `/api/venues/${id}`)).body.data.capacity).toBe(120);
    expect((await rest('PATCH', `/api/venues/${id}`, { floors: 4 })).body.data).toMatchObject({
      floors: 4,
      version: 2,
    });
    expect((await rest('PATCH', `/api/venues/${id}`, { floors: 4 })).body.data).toMatchObject({
      floors: 4,
      version: 2,
    });
    const stale = await rest('PATCH', `/api/venues/${id}`, { floors: 5, expected_version: 1 });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'PRECONDITION_FAILED' } } });
    expect((await rest('POST', '/api/venues', { name: 'X', floors: 0 })).status).toBe(400);
    expect((await rest('POST', '/api/venues', { name: 'X', company_id: id })).status).toBe(400);
    expect((await rest('DELETE', `/api/venues/${id}`)).status).toBe(200);
    expect((await rest('GET', `/api/venues/${id}`)).status).toBe(404);
    expect((await rest('GET', '/api/venues?deleted=only')).body.total).toBe(1);
    expect((await rest('POST', `/api/venues/${id}/restore`)).body.data).toMatchObject({
      id,
      deleted_at: null,
    });
  });

  it('filters, sorts, searches and pages the list', async () => {
    for (const [name, floors] of [
      ['Alte Schmiede', 1],
      ['Kunsthalle', 2],
      ['Stadthalle', null],
    ] as const)
      expect((await rest('POST', '/api/venues', { name, floors, city: 'Kiel' })).status).toBe(201);
    const names = async (query: string) =>
      (await rest('GET', `/api/venues?${query}`)).body.data.map((venue: { name: string }) => venue.name);
    expect(await names('filter[floors][gte]=1&filter[city]=Kiel&sort=-floors')).toEqual([
      'Kunsthalle',
      'Alte Schmiede',
    ]);
    expect(await names('filter[city]=Kiel&sort=floors')).toEqual([
      'Alte Schmiede',
      'Kunsthalle',
      'Stadthalle',
    ]);
    expect(await names('search=kunst')).toEqual(['Kunsthalle']);
    const company = (await rest('GET', '/api/companies?pageSize=1')).body.data[0].name;
    expect(await names(`search=town%20${encodeURIComponent(company)}`)).toEqual(['Town hall']);
    const first = (await rest('GET', '/api/venues?filter[city]=Kiel&sort=floors&pageSize=2')).body;
    const second = await rest(
      'GET',
      `/api/venues?filter[city]=Kiel&sort=floors&pageSize=2&cursor=${first.nextCursor}`,
    );
    expect(second.body.data.map((venue: { name: string }) => venue.name)).toEqual(['Stadthalle']);
    expect((await rest('GET', '/api/venues?filter[flors]=1')).status).toBe(400);
  });

  it('resolves the relation, the count and the timeline in GraphQL', async () => {
    const { body } = await graphql(`{ venues(first: 1, filter: { companyId: { isNull: false } }) { nodes {
      name company { name counts { venues } venues { nodes { name } } }
      activities { nodes { subject links { entity venue { name } } } } } } }`);
    const [venue] = body.data.venues.nodes;
    expect(venue.company).toMatchObject({
      counts: { venues: 1 },
      venues: { nodes: [{ name: 'Town hall' }] },
    });
    const subjects = venue.activities.nodes.map(({ subject }: { subject: string }) => subject);
    expect(subjects).toEqual([
      'Venue restored: Town hall',
      'Venue deleted: Town hall',
      'Venue changed: Town hall',
      'Venue created: Town hall',
    ]);
    expect(venue.activities.nodes[0].links).toContainEqual({ entity: 'VENUE', venue: { name: 'Town hall' } });
  });

  it('supports custom fields and saved views', async () => {
    const field = { entity: 'venues', key: 'parking', label: 'Parking', type: 'boolean' };
    expect(await rest('POST', '/api/custom-fields', field)).toMatchObject({ status: 201 });
    const venue = await rest('POST', '/api/venues', { name: 'Park hall', custom_fields: { parking: true } });
    expect(venue.body.data.custom_fields).toEqual({ parking: true });
    expect((await rest('GET', '/api/venues?filter[custom.parking]=true')).body.total).toBe(1);
    const filter = { field: 'city', op: 'eq', value: 'Kiel' };
    const view = await rest('POST', '/api/saved-views', {
      entity: 'venues',
      name: 'In Kiel',
      filter,
      sort: ['name'],
      columns: ['name'],
    });
    expect(view.status).toBe(201);
    expect((await rest('GET', `/api/venues?view_id=${view.body.data.id}`)).body.total).toBe(3);
  });

  it('publishes its events, MCP tools and MCP resource', async () => {
    const events = (await rest('GET', '/api/webhooks/events')).body.data.map(
      ({ type }: { type: string }) => type,
    );
    expect(events).toEqual(
      expect.arrayContaining(['venue.created', 'venue.updated', 'venue.deleted', 'venue.restored']),
    );
    const call = async (method: string, params = {}) => {
      const message = { jsonrpc: '2.0', id: 1, method, params };
      const response = await fetch(`${url}/api/agent/mcp`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-06-18',
        },
        body: JSON.stringify(message),
      });
      const text = await response.text();
      return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{')).split('\n')[0]!).result;
    };
    const templates = (await call('resources/templates/list')).resourceTemplates;
    expect(templates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate)).toContain(
      'crm://venues/{id}',
    );
    const tools: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('tools/list', { ...(cursor && { cursor }) });
      tools.push(...page.tools.map(({ name }: { name: string }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(tools).toContain('create_venue');
  });
});
