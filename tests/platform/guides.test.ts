// The documentation: guides as pages, the list of error codes, and that what the files say matches the code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import GithubSlugger from 'github-slugger';
import { ERRORS } from '../../src/error-codes.ts';
import { startService, type TestService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDES = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...GUIDES.map((file) => `docs/${file}`)];
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The text without its code blocks, whose `[x](y)` and `# x` are neither links nor headings. */
const prose = (file: string): string => read(file).replace(/^```[\s\S]*?^```$/gm, '');

function anchorsOf(file: string): Set<string> {
  const slugger = new GithubSlugger();
  return new Set([...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) => slugger.slug(title!)));
}

function linksOf(file: string): string[] {
  return [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!);
}

describe('the pages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    service.rest('GET', path, undefined, { as: null, headers });

  test('every guide is served as a page without scripts, and its links lead to pages', async () => {
    for (const file of GUIDES) {
      const name = file.replace('.md', '');
      const path = name === 'README' ? '/docs/guides' : `/docs/guides/${name}`;
      const { status, headers, text } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toContain(`<h1 id="${[...anchorsOf(`docs/${file}`)][0]}">`);
      expect(text).not.toMatch(/<script|style="|\{\{/);
      for (const [, address] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g))
        expect([path, address, (await get(address!)).status]).toEqual([path, address, 200]);
    }
  });

  test('a page is sent again only when it has changed', async () => {
    const { headers } = await get('/docs/guides/deals');
    const again = await get('/docs/guides/deals', { 'if-none-match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('returns 404 for a guide that does not exist, and for paths that lead out of the folder', async () => {
    for (const path of [
      '/docs/guides/nothing',
      '/docs/guides/deals.md',
      '/docs/guides/..%2F..%2Fpackage.json',
      '/docs/guides/%2e%2e%2f%2e%2e%2fREADME',
      '/docs/guides/../../package.json',
      '/docs/guides/__proto__',
    ]) {
      const { status, body } = await get(path);
      expect([path, status, body.error.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  test('every error code is listed once, with its status and default message', async () => {
    const { status, text } = await get('/docs/errors');
    expect(status).toBe(200);
    const rows = [...text.matchAll(/<tr id="(\w+)"><td>(\d+)<\/td>/g)].map(([, code, number]) => [
      code,
      number,
    ]);
    expect(rows).toEqual(Object.entries(ERRORS).map(([code, kind]) => [code, String(kind.status)]));
    expect(text).toContain(ERRORS.NOT_FOUND.message);
  });

  test('the start page and the bar of the tools link to the guides', async () => {
    expect((await get('/')).text).toContain('href="/docs/guides"');
    const [script] = /\/assets\/pages-\w+\/docs\.js/.exec((await get('/docs')).text)!;
    expect((await get(script.replace('docs.js', 'bar.js'))).text).toContain('href="/docs/guides"');
  });
});

describe('the files', () => {
  test('every link between files leads to an existing file and heading', () => {
    const leads = (file: string, href: string): boolean => {
      const [path, anchor] = href.split('#');
      const target = path ? join(dirname(file), path) : file;
      return existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(target).has(anchor));
    };
    const broken = DOCUMENTS.flatMap((file) =>
      linksOf(file)
        .filter((href) => !/^(https?:|\/)/.test(href) && !leads(file, href))
        .map((href) => `${file}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test('guides link to guides and to pages of the service only, so that every link works there too', () => {
    const others = GUIDES.flatMap((file) => linksOf(`docs/${file}`)).filter(
      (href) => !/^(https?:|\/docs|#|[\w-]+\.md(#|$))/.test(href),
    );
    expect(others).toEqual([]);
  });

  test('the index and the README name every guide', () => {
    for (const index of ['README.md', 'docs/README.md']) {
      const named = linksOf(index).map((href) => href.replace(/^docs\//, ''));
      expect([index, GUIDES.filter((file) => file !== 'README.md' && !named.includes(file))]).toEqual([
        index,
        [],
      ]);
    }
  });

  test('every setting has a row in the table of settings, and every row is a setting', () => {
    const source = read('src/config.ts');
    const settings = [...source.matchAll(/\benv\.([A-Z_]{4,})|\(env, '([A-Z_]+)'/g)].map(
      ([, a, b]) => a ?? b,
    );
    const [, table] = /\n## Settings\n([\s\S]*?)\n## /.exec(read('docs/operations.md'))!;
    const rows = [...table!.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    const development = [...source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, name]) => name);
    expect([...new Set(settings)].sort()).toEqual(rows.toSorted());
    expect(development.filter((name) => !rows.includes(name))).toEqual([]);
  });

  test('every command of npm that the documents name exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = DOCUMENTS.flatMap((file) => [
      ...[...read(file).matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name]) => name!),
    ]);
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  });

  test('every route that the documents name exists', () => {
    const routes = new Set(read('rest-compat/contract.txt').match(/\/api\/[\w\-./{}]+/g));
    const patterns = [...routes].map((route) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`));
    const unknown = DOCUMENTS.flatMap((file) =>
      [...read(file).matchAll(/(?:\$API|[`/ ])(\/api\/[\w\-./{}$]+)/g)]
        .map(([, path]) => path!.replace(/[.…]+$/, ''))
        .filter((path) => !patterns.some((pattern) => pattern.test(path)))
        .map((path) => `${file}: ${path}`),
    );
    expect(unknown).toEqual([]);
  });
});
