// Unsubscribing: the page in a real browser, the one-click POST of mail programs, and what each withdraws.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { Inspector } from '../support/inspector.ts';
import { type Data, mailStep, OutreachWorld } from './outreach-world.ts';

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
const inBrowser = CHROMIUM ? describe : describe.skip;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let world: OutreachWorld;
let inspector: Inspector;
let browser: Browser | undefined;

beforeAll(async () => {
  world = await OutreachWorld.start();
  inspector = await Inspector.open(world.service.databaseUrl);
  if (CHROMIUM)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--no-first-run'] });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await world?.stop();
});

/** Sends the first mail of a sequence to a new contact. @returns the path of its link, too */
async function mailed() {
  const contact = await world.contact();
  const sequence = await world.sequence([mailStep(), mailStep(1)]);
  const id = await world.enrol(sequence, contact);
  await world.take(id);
  const { source } = world.box.mails.find(({ recipients }) => recipients.includes(contact.email))!;
  const { headers } = await PostalMime.parse(source);
  const link = headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1);
  return { contact, sequence, id, path: new URL(link).pathname };
}

const ask = (path: string, init: RequestInit = {}) => fetch(`${world.service.url}${path}`, init);

describe('the link of a mail', () => {
  it('shows the state as JSON and changes nothing', async () => {
    const { path, contact } = await mailed();
    const before = await inspector.fingerprint();
    const reply = await ask(path);
    const masked = contact.email.replace(/^(.)[^@]*/, '$1***');
    expect([reply.status, await reply.json()]).toEqual([200, { state: 'subscribed', email_masked: masked }]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['nothing', {}, undefined],
  ])(
    'takes the one-click POST with %s, ends the sequence and is repeated without effect',
    async (_, headers, body) => {
      const { path, contact, sequence, id } = await mailed();
      const post = () =>
        ask(path, { method: 'POST', headers: headers as Record<string, string>, ...(body && { body }) });
      const reply = await post();
      expect([reply.status, await reply.json()]).toMatchObject([200, { state: 'unsubscribed' }]);
      const { consent } = await world.ok('GET', `/api/contacts/${contact.id}`);
      expect(consent.email).toMatchObject({
        state: 'opted_out',
        source: 'unsubscribe',
        by: { type: 'visitor' },
      });
      expect(await world.enrolment(sequence, id)).toMatchObject({
        state: 'opted_out',
        reason: 'unsubscribed',
      });
      const before = await inspector.fingerprint();
      expect((await post()).status).toBe(200);
      expect(await (await ask(path)).json()).toMatchObject({ state: 'unsubscribed' });
      expect(await inspector.fingerprint()).toEqual(before);
      const events = await world.service.sql<Data>(
        world.service.acme,
        "select action from audit_entries where target_id = ? and action like 'contact.%' order by id",
        [contact.id],
      );
      expect(events.map(({ action }) => action)).toEqual(['contact.created', 'contact.unsubscribed']);
      const draft = await world.ok('POST', '/api/communications', {
        channel: 'email',
        status: 'draft',
        subject: 'Offer',
        participants: [{ role: 'to', contact_id: contact.id }],
      });
      const send = await world.call('POST', `/api/communications/${draft.id}/send`, {});
      expect(send.body.error).toMatchObject({
        code: 'RECIPIENT_SUPPRESSED',
        details: { recipients: [{ reason: 'opted_out' }] },
      });
    },
  );

  it('suppresses the address where its contact is gone', async () => {
    const { path, contact } = await mailed();
    await world.ok('DELETE', `/api/contacts/${contact.id}`);
    expect(await (await ask(path)).json()).toMatchObject({ state: 'subscribed' });
    expect(await (await ask(path, { method: 'POST' })).json()).toMatchObject({ state: 'unsubscribed' });
    expect(await (await ask(path)).json()).toMatchObject({ state: 'unsubscribed' });
  });

  it('that was changed is not found, and other methods and bodies are refused', async () => {
    const { path } = await mailed();
    for (const wrong of [`${path}x`, `${path.slice(0, -4)}AAAA`, '/api/campaigns/public/unsubscribe/1']) {
      const reply = await ask(wrong, { method: 'POST' });
      expect([reply.status, ((await reply.json()) as Data).error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await ask(path, { method: 'DELETE' })).status).toBe(405);
    const text = await ask(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' });
    expect(text.status).toBe(415);
    const other = await ask('/api/companies', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=x',
    });
    expect([401, 415]).toContain(other.status);
  });
});

inBrowser('the page to unsubscribe', () => {
  let requests: string[] = [];

  async function open(
    path: string,
    colorScheme: 'light' | 'dark' = 'light',
    javaScriptEnabled = true,
  ): Promise<Page> {
    requests = [];
    const context = await browser!.newContext({
      viewport: { width: 390, height: 844 },
      colorScheme,
      javaScriptEnabled,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${world.service.url}${path}`);
    return page;
  }

  async function check(page: Page, name: string): Promise<void> {
    const found = (await page.evaluate(`${AXE}; axe.run().then((run) => run.violations)`)) as Data[];
    expect(found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(requests.filter((url) => !url.startsWith(world.service.url))).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
  }

  it('asks, and unsubscribes by one button that the keyboard reaches', async () => {
    const { path, sequence, id } = await mailed();
    const page = await open(path);
    expect(await page.textContent('main')).toContain('p***@example.com gets our mails');
    await check(page, 'unsubscribe-ask');
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'active' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=You are unsubscribed.');
    await check(page, 'unsubscribe-done');
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'opted_out' });
    const again = await open(path, 'dark');
    expect(await again.textContent('h1')).toBe('You are unsubscribed.');
    await check(again, 'unsubscribe-dark');
  });

  it('works without scripts', async () => {
    const { path, sequence, id } = await mailed();
    const page = await open(path, 'light', false);
    await page.click('button');
    await page.waitForSelector('text=You are unsubscribed.');
    expect(await world.enrolment(sequence, id)).toMatchObject({ state: 'opted_out' });
  });

  it('says so where the link does not work', async () => {
    const page = await open('/api/campaigns/public/unsubscribe/unknown');
    expect(await page.textContent('h1')).toBe('This link does not work.');
    await check(page, 'unsubscribe-unknown');
  });
});
