// The pages for people: what is served, and that developers can use them offline in a real Chromium.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PASSWORD as DEMO_PASSWORD, WORKSPACES } from '../../src/demo/workspaces.ts';
import { addMember, createUser } from '../../src/domains/tenants/service.ts';
import { ERRORS } from '../../src/error-codes.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { guardedSchema } from '../../src/server.ts';
import { PASSWORD, startService, type TestService } from '../support/service.ts';

const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));
const inBrowser = CHROMIUM
  ? describe
  : (title: string, tests: () => void) =>
      describe.skip(`${title} (skipped: no Chromium here; set CHROMIUM_PATH)`, tests);

const EMAIL = 'dev@pages.example';
const DEMO_OWNER = WORKSPACES[0]!.people[0]!;
let service: TestService;

beforeAll(async () => {
  service = await startService();
  const { acme, globex } = service;
  await person(EMAIL, 'Dana Developer', PASSWORD, [acme.id, globex.id]);
  const created = await service.rest('POST', '/api/companies', { name: 'Nordlicht Optik' });
  expect(created.body.error).toBeUndefined();
});

afterAll(() => service?.stop());

async function person(email: string, name: string, password: string, tenantIds: string[]): Promise<void> {
  const { database, clock } = service.server.services;
  const now = clock.now();
  const userId = await database.write({ tenantId: service.acme.id }, ({ db }) =>
    createUser(db, { email, name, password, now }),
  );
  for (const tenantId of tenantIds) {
    await database.write({ tenantId }, ({ db }) =>
      addMember(db, { tenantId, userId, roleKey: 'admin', now }),
    );
  }
}

const get = (path: string, headers: Record<string, string> = {}) =>
  service.rest('GET', path, undefined, { as: null, headers });

describe('the page server', () => {
  test('serves pages that run only their own scripts, with assets that are cached permanently', async () => {
    for (const path of ['/', '/graphiql', '/docs']) {
      const { status, headers, text } = await get(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/<script(?![^>]*\ssrc="\/)|https?:\/\/(?!127\.0\.0\.1)/);
      for (const [address] of text.matchAll(/\/assets\/[^"]+/g)) {
        const asset = await get(address);
        expect([address, asset.status]).toEqual([address, 200]);
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(asset.headers.get('content-type')).toMatch(
          /^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/,
        );
      }
    }
  });

  test('adds security headers and the request id to every response including refusals', async () => {
    const requests: [method: string, path: string, status: number][] = [
      ['GET', '/docs', 200],
      ['GET', '/api/health', 200],
      ['GET', '/api/companies', 401],
      ['DELETE', '/api/health', 405],
      ['GET', '/nowhere', 404],
      ['GET', '/api/%zz', 404],
      ['POST', '/graphql', 400],
      ['POST', '/api/agent/mcp', 401],
    ];
    for (const [method, path, status] of requests) {
      const sent = method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{' };
      const reply = await fetch(`${service.url}${path}`, { method, ...sent });
      expect([path, reply.status]).toEqual([path, status]);
      expect([path, Object.fromEntries(reply.headers)]).toMatchObject([
        path,
        {
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'SAMEORIGIN',
          'referrer-policy': 'no-referrer',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      ]);
      expect(reply.headers.has('strict-transport-security')).toBe(false);
      await reply.text();
    }
    expect(securityHeaders(true)).toHaveProperty('strict-transport-security');
  });

  test('serves nothing else under /assets', async () => {
    for (const path of [
      '/assets/',
      '/assets/pages/bar.js',
      '/assets/../package.json',
      '/assets/%2e%2e%2fassets.ts',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  test('publishes the description of every REST operation and sends it again only after a change', async () => {
    const { status, headers, body } = await get('/openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    expect(body.paths['/api/companies'].post.operationId).toBe('CreateCompany');
    const again = await get('/openapi.json', { 'if-none-match': headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('has a page for every error code', async () => {
    for (const [code, { status }] of Object.entries(ERRORS)) {
      const { text, status: answered } = await get(`/docs/errors/${code}`);
      expect([code, answered, text.includes(`HTTP status <b>${status}</b>`)]).toEqual([code, 200, true]);
    }
    expect((await get('/docs/errors/NO_SUCH_CODE')).status).toBe(404);
    expect((await get('/docs/errors/constructor')).status).toBe(404);
  });

  test('describes only what the public and workspaces may use, without a token', async () => {
    const { body } = await get('/openapi.json');
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/api/admin/'))).toEqual([]);
    expect(body.webhooks['company.created'].post.operationId).toBe('on_company_created');
  });

  test('serves valid GraphiQL examples that run with their variables', async () => {
    const folder = /\/assets\/pages-\w+\//.exec((await get('/graphiql')).text)![0];
    const { body: examples } = await get(`${folder}examples.json`);
    expect(examples.length).toBeGreaterThanOrEqual(4);
    const schema = guardedSchema();
    for (const { query, variables = '{}' } of examples) {
      expect([query, validate(schema, parse(query))]).toEqual([query, []]);
      const { body } = await service.graphql(query, JSON.parse(variables));
      expect([query, body.errors]).toEqual([query, undefined]);
    }
  });

  test('offers the people of a demo where there is one, and never in production', async () => {
    const { config } = service.server.services;
    expect((await get('/graphiql/demo.json')).body).toEqual([]);
    try {
      Object.assign(config, { demo: true });
      const { name: workspace } = WORKSPACES[0]!;
      const { email, name, roleKey: role } = DEMO_OWNER;
      expect((await get('/graphiql/demo.json')).body[0]).toEqual({
        email,
        name,
        role,
        workspace,
        password: DEMO_PASSWORD,
      });
      Object.assign(config, { production: true });
      expect((await get('/graphiql/demo.json')).body).toEqual([]);
    } finally {
      Object.assign(config, { demo: false, production: false });
    }
  });
});

inBrowser('the website in a browser', () => {
  let browser: Browser;
  /** Requests of the open page to other machines, and errors that it logged. */
  let outside: string[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    const quiet = ['quic', 'gpu', 'background-networking', 'component-update', 'sync'].map(
      (name) => `--disable-${name}`,
    );
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ['--no-sandbox', '--no-first-run', ...quiet],
    });
  });

  afterAll(() => browser?.close());

  async function open(path: string): Promise<Page> {
    [outside, complaints] = [[], []];
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(25_000);
    await page.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(`${service.url}/`) || /^(data|blob):/.test(url)) return route.continue();
      outside.push(url);
      return route.abort();
    });
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${service.url}${path}`);
    return page;
  }

  async function signIn(page: Page, workspace = 'acme'): Promise<void> {
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: workspace }).click();
    await page.getByText('Dana Developer').waitFor();
  }

  const run = (page: Page) => page.getByRole('button', { name: /^Execute query/ }).click();
  const answer = (page: Page) => page.getByLabel('Result Window');
  const signs = (page: Page) =>
    page.evaluate('JSON.stringify([localStorage, document.cookie])') as Promise<string>;

  test('lets a developer sign in to GraphiQL, choose a workspace and run the first example', async () => {
    const page = await open('/graphiql');
    await signIn(page);
    await run(page);
    await answer(page).getByText('Nordlicht Optik').waitFor();
    await page.getByLabel('Workspace').selectOption('globex');
    await page.waitForResponse(/auth\/tenant/);
    await run(page);
    await answer(page).getByText('"nodes": []').waitFor();
    // The explorer shows the types, so the schema was loaded.
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'CompanyIdentifier', exact: true }).waitFor();
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('keeps the session over a reload, in the tab only, and ends it on sign-out', async () => {
    const page = await open('/graphiql');
    await signIn(page);
    await run(page);
    await answer(page).getByText('Nordlicht Optik').waitFor();
    expect(await signs(page)).not.toMatch(/eyJ|refresh/i);
    await page.reload();
    await page.getByText('Dana Developer').waitFor();
    const token = await page.evaluate('JSON.parse(sessionStorage.getItem("platform.session")).accessToken');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    const call = () =>
      service.rest('GET', '/api/auth/session', undefined, {
        as: { token: String(token), tenantId: service.acme.id },
      });
    for (let left = 50; left && (await call()).status !== 401; left--) await page.waitForTimeout(100);
    expect((await call()).body.error.code).toBe('TOKEN_REVOKED');
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('reports a wrong password and accepts the next attempt', async () => {
    const page = await open('/graphiql');
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/the password or the code is wrong/);
    // Chromium itself logs every response of 400 and above.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await signIn(page);
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('tells a person without a workspace so and lets another person sign in', async () => {
    await person('nowhere@pages.example', 'Nora Nowhere', PASSWORD, []);
    const page = await open('/graphiql');
    await page.getByLabel('Email').fill('nowhere@pages.example');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Nora Nowhere is not a member of any workspace.').waitFor();
    await page.getByRole('button', { name: 'Sign in as another user' }).click();
    await signIn(page);
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('signs in with one click where there is a demo', async () => {
    const { config } = service.server.services;
    await person(DEMO_OWNER.email, DEMO_OWNER.name, DEMO_PASSWORD, [service.acme.id]);
    Object.assign(config, { demo: true });
    const page = await open('/graphiql');
    await page.getByRole('button', { name: DEMO_OWNER.name }).click();
    await page.locator('.person').getByText(DEMO_OWNER.name).waitFor();
    Object.assign(config, { demo: false });
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('shows every group in the reference, finds an operation and sends it with the session', async () => {
    const page = await open('/docs');
    // CSS selectors are used on this large page because roles would be computed for each of its ten thousand elements.
    await page.locator('#bar button:visible').click();
    await signIn(page);
    await page.keyboard.press('Control+k');
    await page.locator('#search input').fill('list companies');
    await page.locator('#hits [role=option]').first().waitFor();
    await page.keyboard.press('Enter');
    const section = page.locator('section[id$="/GET/api/companies"]');
    await section.locator('button', { hasText: 'Test Request' }).dispatchEvent('click');
    const sent = page.waitForResponse(/\/api\/companies/);
    await page.locator('.scalar-client button', { hasText: 'Send' }).first().click();
    const { data } = await (await sent).json();
    expect(data.map(({ name }: { name: string }) => name)).toContain('Nordlicht Optik');
    expect(await signs(page)).not.toMatch(/eyJ|refresh/i);
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('answers the first search of the reference within seconds, also by synonyms, with guides and error codes', async () => {
    const page = await open('/docs');
    const first = async (text: string): Promise<string | null> => {
      await page.locator('#search input').fill(text);
      await page.locator('#hits [role=option]').first().waitFor({ timeout: 10_000 });
      return page.locator('#hits [role=option]').first().textContent();
    };
    expect(await first('gdpr erase')).toContain('/api/contacts/{id}/erase');
    expect(await first('find duplicates')).toMatch(/duplicates$/);
    expect(await first('precondition failed')).toContain('PRECONDITION_FAILED');
    expect(await first('stages pipeline')).toMatch(/pipeline/i);
    await first('gdpr erase');
    await page.keyboard.press('Enter');
    await page.locator('section[id$="/POST/api/contacts/{id}/erase"]').waitFor();
    expect([outside, complaints]).toEqual([[], []]);
  });

  test('takes the session over into another tab and ends it in all of them', async () => {
    const page = await open('/graphiql');
    await signIn(page);
    const other = await page.context().newPage();
    await other.goto(`${service.url}/graphiql`);
    await other.locator('.person').getByText('Dana Developer').waitFor();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    await other.close();
  });

  test('renews an expired access token without asking', async () => {
    const page = await open('/graphiql');
    await signIn(page);
    service.advance(1000);
    await run(page);
    await answer(page).getByText('Nordlicht Optik').waitFor();
    // Chromium logs the requests refused before the renewal; besides the query, one may be the request for the schema.
    expect(new Set(complaints)).toEqual(new Set([expect.stringContaining('401')]));
    expect(outside).toEqual([]);
  });
});
