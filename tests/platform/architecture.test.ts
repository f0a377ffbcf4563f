// The rules of CONTRIBUTING.md about files: who may import whom, names, first lines, sizes. dependency-cruiser could check
// the imports alone, and would need a table of the same length for them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GENERATED = ['resolvers/generated.ts'];

interface Import {
  from: string;
  /** A path from the root, or the name of a package. */
  to: string;
  /** Gone when the program runs. */
  isType: boolean;
}

/** Files of the project as git knows or would know them. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /^(src|resolvers|rest-compat|schema|migrations|tests)\//.test(file) && !GENERATED.includes(file),
  )
  .filter((file) => readable(file) !== undefined);
const code = files.filter((file) => file.endsWith('.ts'));
const imports = code.flatMap(importsOf);

function readable(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    // Listed by git, deleted in the tree.
    return undefined;
  }
}

function read(file: string): string {
  return readable(file) ?? '';
}

function importsOf(file: string): Import[] {
  const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean): void => {
    const to = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier;
    found.push({ from: file, to, isType });
  };
  for (const [, kind, names, specifier] of text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([^'"()]*?)\s*from\s+'([^']+)'/gms,
  )) {
    const inside = /^\{(.*)\}$/s.exec(names!.trim())?.[1];
    const allTypes =
      !!inside &&
      inside
        .split(',')
        .filter((name) => name.trim())
        .every((name) => /^\s*type\s/.test(name));
    add(specifier!, !!kind || allTypes);
  }
  for (const [, specifier] of text.matchAll(/^\s*import\s+'([^']+)'/gm)) add(specifier!, false);
  for (const [, specifier] of text.matchAll(/\bimport\('([^']+)'\)/g)) add(specifier!, false);
  return found;
}

/** The imports of some files that are not allowed; types are free where `types` says so. */
function departures(from: RegExp, allowed: (RegExp | string)[], { types = true } = {}): string[] {
  const fits = (to: string) => allowed.some((one) => (typeof one === 'string' ? one === to : one.test(to)));
  return imports
    .filter((one) => from.test(one.from) && !(one.isType && types) && !fits(one.to))
    .map(({ from: file, to }) => `${file} imports ${to}`);
}

const PACKAGE = /^(?!src\/|resolvers\/|rest-compat\/|migrations\/|tests\/)/;
/**
 * The layers, lowest first: a file imports from its own layer and from those below it, types included, with no exception.
 * CONTRIBUTING says the same.
 */
const LAYERS: [name: string, files: RegExp][] = [
  [
    'ground',
    /^src\/(errors|error-codes|error-body|naming|clock|config|version|csv|log|page-sizes|embedded-hosts)\.ts$|^src\/sdl\//,
  ],
  ['db', /^src\/db\//],
  ['access', /^src\/access\//],
  ['lists', /^src\/lists\//],
  ['operations', /^src\/operations\//],
  [
    'events',
    /^src\/events\/|^src\/(jobs\/queue|mail\/mailer|metrics|rate-limit)\.ts$|^src\/(egress|files)\//,
  ],
  ['context', /^src\/(context|services|jobs\/job|mail\/queue)\.ts$/],
  ['domains', /^src\/domains\//],
  ['surfaces', /^(src\/(http|agent|jobs|demo)|resolvers|rest-compat)\//],
  ['program', /^src\/(boot|main|server|service-file|terminal-log)\.ts$|^src\/cli\//],
];

/** The layer of a file, from 0; -1 for one that is in none. */
function layerOf(file: string): number {
  return LAYERS.findIndex(([, files]) => files.test(file));
}

/** What a domain offers to others: its services by use case, and its loaders. */
const SERVICE = /^src\/domains\/([\w-]+\/(?!model\.ts|rules\.ts)[\w-]+|[\w-]+)\.ts$/;

describe('a file', () => {
  it('is found', () => {
    expect(code.length).toBeGreaterThan(80);
    expect(imports.length).toBeGreaterThan(300);
    expect(imports).toContainEqual({
      from: 'src/operations/call.ts',
      to: 'src/operations/idempotency.ts',
      isType: false,
    });
  });

  it('begins with a comment that says what it is', () => {
    const bare = files.filter((file) => {
      const [first = ''] = read(file).split('\n');
      return (
        (file.endsWith('.ts') && !/^(\/\/|\/\*\*) ?\S/.test(first)) ||
        (file.endsWith('.graphql') && !/^# \S/.test(first))
      );
    });
    expect(bare).toEqual([]);
  });

  it('is not called by a word that fits everything', () => {
    const banned =
      /(^|[-.])(utils?|helpers?|common|shared|core|misc|managers?|handlers?|base|data|info)([-.]|$)/;
    const named = files.filter((file) => /\.(ts|js|graphql)$/.test(file));
    expect(
      named.filter((file) => banned.test(basename(file)) || banned.test(basename(dirname(file)))),
    ).toEqual([]);
  });

  it('is named in kebab-case', () => {
    expect(code.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.ts$/.test(basename(file)))).toEqual(
      [],
    );
  });

  it('exports by name', () => {
    const byDefault = code.filter(
      (file) => /^export default/m.test(read(file)) && !file.startsWith('tests/support/global-'),
    );
    expect(byDefault).toEqual([]);
  });

  it('of the program stays under 350 lines', () => {
    const long = files
      .filter((file) => /^(src|resolvers|rest-compat|schema)\/.*\.(ts|graphql)$/.test(file))
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines > 350);
    expect(long).toEqual([]);
  });
});

/** Words that no declared name consists of: each had another one that engineers of the field search for. */
const WORDS_THAT_STAY_OUT = [
  ...[
    'told',
    'tell',
    'tells',
    'shown',
    'standing',
    'sought',
    'untold',
    'beside',
    'apart',
    'together',
    'certain',
    'seeing',
  ],
  ...[
    'takenBack',
    'rehearse',
    'yieldDefault',
    'oneAtATime',
    'planByValues',
    'viewed',
    'itself',
    'noteSources',
    'ahead',
  ],
  ...[
    'readsAhead',
    'written',
    'pass',
    'courier',
    'lane',
    'inLanes',
    'flight',
    'trial',
    'settle',

    'Moment',
    'Late',
  ],
  ...['Way', 'Parts', 'ends', 'REACH', 'TRACES', 'SideEntries', 'write'],
];

describe('a name', () => {
  it('is none of the words that stay out', () => {
    const declared = new RegExp(
      `^\\s*(?:export )?(?:async )?(?:function\\*?|const|let|class|interface|type) (${WORDS_THAT_STAY_OUT.join('|')})\\b`,
      'gm',
    );
    const program = code.filter((file) => !file.startsWith('tests/'));
    const found = program.flatMap((file) =>
      [...read(file).matchAll(declared)].map(([, word]) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read in one place', () => {
    const readers = code.filter(
      (file) => !file.startsWith('tests/') && /process\.env\b/.test(read(file).replace(/\/\/.*$/gm, '')),
    );
    expect(readers).toEqual(['src/config.ts']);
  });
});

describe('a tenant table', () => {
  it('is queried through its model only', () => {
    const elsewhere = code.filter(
      (file) => /^(src|resolvers|rest-compat)\//.test(file) && /\b[A-Z]\w*\.query\(/.test(read(file)),
    );
    expect(elsewhere).toEqual([]);
    expect(read('src/db/record-model.ts')).toMatch(/this\.query\(/);
  });
});

describe('the flow is one way:', () => {
  const program = imports.filter(({ from }) => /^(src|resolvers|rest-compat)\//.test(from));

  it('every file of the program is in a layer', () => {
    const files = new Set(program.map(({ from }) => from));
    expect([...files].filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it('a layer imports only itself and what is below it, types included', () => {
    const upwards = program.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('a resolver hands over to services and loaders', () => {
    // The agent surface describes itself, so its services stand in src/agent.
    const ways = [
      /^resolvers\//,
      SERVICE,
      /^src\/agent\/(capabilities|manifest|card|connectors)\.ts$/,
      /^src\/operations\/(look-ahead|selection|sources)\.ts$/,
      /^src\/(errors|naming)\.ts$|^src\/sdl\/|^src\/lists\//,
      PACKAGE,
    ];
    const expected = departures(/^resolvers\/(?!index|connections)/, ways);
    expect(expected).toEqual([]);
    expect(departures(/^resolvers\/index/, [/^resolvers\//, 'src/operations/scalars.ts'])).toEqual([]);
  });

  it('surfaces know operations, access and errors, never a resolver, service or model', () => {
    const inside = imports.filter(
      ({ from, to }) =>
        /^(rest-compat|src\/agent|src\/http)\//.test(from) && /^(resolvers|src\/domains)\//.test(to),
    );
    expect(inside).toEqual([]);
  });

  it('a domain knows its own files, the layers below, and the services of other domains', () => {
    // A job is enqueued in the transaction of the change that asks for it; proposals and the assistant run operations.
    const ways = [SERVICE, PACKAGE];
    const strange = imports.filter(({ from, to, isType }) => {
      const domain = /^src\/domains\/([\w-]+)\//.exec(from)?.[1];
      if (!domain || isType || to.startsWith(`src/domains/${domain}/`)) return false;
      return layerOf(to) >= layerOf(from) && !ways.some((one) => one.test(to));
    });
    expect(strange.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('domains stand in an order: none leads back to itself', () => {
    const edges = imports.flatMap(({ from, to, isType }) => {
      const [a, b] = [from, to].map((path) => /^src\/domains\/([\w-]+)\//.exec(path)?.[1]);
      return a && b && a !== b && !isType ? [[a, b] as const] : [];
    });
    expect(edges.length).toBeGreaterThan(1);
    expect(cycles(edges)).toEqual([]);
  });

  it('rules are pure: types, the errors that they refuse with, and calculating packages', () => {
    const pure = [
      'src/errors.ts',
      'src/embedded-hosts.ts',
      'src/domains/working-days.ts',
      'src/domains/health-bands.ts',
      'src/domains/days.ts',
      'node:crypto',
      'tldts',
      'libphonenumber-js',
      /^libphonenumber-js\//,
      'node:url',
    ];
    const impure = imports.filter(({ from, to, isType }) => {
      if (!/^src\/domains\/[\w-]+\/rules\.ts$/.test(from) || isType) return false;
      // A list of values in a file of its own is part of the rules.
      if (dirname(to) === dirname(from) && importsOf(to).length === 0) return false;
      return !pure.some((one) => (typeof one === 'string' ? one === to : one.test(to)));
    });
    expect(impure.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
    const clocks = code.filter(
      (file) =>
        /\/rules\.ts$/.test(file) &&
        /new Date\(\)|Date\.now\(\)|Math\.random\(\)|random(UUID|Bytes)\(/.test(read(file)),
    );
    expect(clocks).toEqual([]);
  });

  it('settings of a transaction are made by SET LOCAL: set_config() stays on the coordinator of a sharded database', () => {
    // Migrations are never edited once landed; later ones are held to it.
    const landed = ['migrations/0010-clients.ts', 'migrations/0016-audit.ts'];
    const uses = code.filter(
      (file) =>
        /^(src|resolvers|migrations)\//.test(file) &&
        !landed.includes(file) &&
        /\bset_config\('/.test(read(file)),
    );
    expect(uses).toEqual([]);
  });

  it('migrations know knex alone', () => {
    expect(departures(/^migrations\//, ['knex'], { types: false })).toEqual([]);
  });

  it('only what starts the program assembles it', () => {
    const assemblers = imports.filter(
      ({ to, from }) => to === 'resolvers/index.ts' && !from.startsWith('tests/'),
    );
    expect(assemblers.map(({ from }) => from)).toEqual(['src/server.ts']);
    const starters = imports.filter(({ to, from }) => to === 'src/server.ts' && !from.startsWith('tests/'));
    expect(starters.filter(({ from }) => !/^src\/(main|boot|cli\/[\w-]+)\.ts$/.test(from))).toEqual([]);
  });

  it('the program never imports its tests', () => {
    expect(imports.filter(({ from, to }) => !from.startsWith('tests/') && to.startsWith('tests/'))).toEqual(
      [],
    );
  });

  it('no file leads back to itself, types included', () => {
    const edges = imports.flatMap(({ from, to }) => (from.startsWith('tests/') ? [] : [[from, to] as const]));
    expect(cycles(edges)).toEqual([]);
  });
});

/** The first way found from each node back to itself. */
function cycles(edges: readonly (readonly [string, string])[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, path: string[]): void => {
    if (path.includes(node)) {
      found.push([...path.slice(path.indexOf(node)), node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const [, to] of next.get(node) ?? []) walk(to, [...path, node]);
    done.add(node);
  };
  for (const [from] of edges) walk(from, []);
  return [...new Set(found)];
}
