// The page of a recipient in a real browser: reading, drawing, typing, declining and downloading, on a phone.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { address, type Data, place, SigningWorld, signer } from './signing-world.ts';

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
const inBrowser = CHROMIUM ? describe : describe.skip;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let world: SigningWorld;
let browser: Browser;
const outside: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  world = await SigningWorld.start();
  if (CHROMIUM)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--no-first-run'] });
});

afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

async function open(token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(world.service.url))
      outside.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${world.service.url}/sign#token=${token}`);
  return page;
}

async function violations(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`${AXE}; axe.run().then((run) => run.violations)`)) as Data[];
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
}

inBrowser('the page of a recipient', () => {
  it('leads two signers and a viewer through the whole ceremony', async () => {
    const [ada, vera, bob] = ['ada', 'vera', 'bob'].map(address) as [string, string, string];
    const { id } = await world.sent([
      signer('Ada Byron', ada, { auth: 'access_code', access_code: 'sesame' }),
      { role: 'viewer', name: 'Vera Viewer', email: vera, routing_order: 2 },
      signer('Bob Builder', bob, { routing_order: 3 }),
    ]);
    const first = await open(await world.token(ada));
    await first.getByLabel('Code').fill('wrong');
    await first.getByRole('button', { name: 'Continue' }).click();
    await first.getByRole('alert').getByText('4 tries are left').waitFor();
    await first.getByLabel('Code').fill('sesame');
    await first.getByRole('button', { name: 'Continue' }).click();
    await first.getByRole('heading', { name: 'Master agreement' }).waitFor();
    await first.locator('canvas[data-drawn]').waitFor();
    expect(await violations(first)).toEqual([]);
    await first.getByLabel('Draw').check();
    const pad = first.locator('canvas.pad');
    await pad.scrollIntoViewIfNeeded();
    const box = (await pad.boundingBox())!;
    await first.mouse.move(box.x + 20, box.y + 20);
    await first.mouse.down();
    await first.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
    await first.mouse.up();
    await first.getByRole('button', { name: 'Sign and finish' }).click();
    await first.getByRole('alert').getByText('Please agree').waitFor();
    await first.getByLabel('I agree.').check();
    await shoot(first, 'sign');
    await first.getByRole('button', { name: 'Sign and finish' }).click();
    await first.getByText('You are done.').waitFor();
    const viewer = await open(await world.token(vera));
    await viewer.getByText('There is nothing to sign for you').waitFor();
    const second = await open(await world.token(bob));
    await second.getByLabel('I agree.').check();
    await second.getByRole('button', { name: 'Sign and finish' }).click();
    await second.getByText('You are done.').waitFor();
    await world.completed(id);
    await second.reload();
    await second.getByText('These are the sealed documents.').waitFor();
    const downloading = second.waitForEvent('download');
    await second.getByRole('button', { name: 'Download agreement.pdf' }).click();
    expect((await downloading).suggestedFilename()).toBe('agreement.pdf');
    await second.locator('canvas[data-drawn]').first().waitFor();
    await shoot(second, 'completed');
    expect(outside).toEqual([]);
    expect(complaints.filter((line) => !/status of (401|404|410)/.test(line))).toEqual([]);
  });

  it('declines with a reason, and says when a link is unknown', async () => {
    const ada = address('ada');
    await world.sent([signer('Ada', ada)]);
    const page = await open(await world.token(ada));
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByLabel('Why do you decline?').fill('Too expensive.');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'These documents were declined.' }).waitFor();
    const unknown = await open('A'.repeat(43));
    await unknown.getByRole('heading', { name: 'There is nothing to sign with this link.' }).waitFor();
    expect(await violations(unknown)).toEqual([]);
  });

  it('has every signature filled in, leads to the field that is wrong, and says what ended meanwhile', async () => {
    const ada = address('ada');
    const { id } = await world.draft();
    const document = await world.addPdf(id);
    const { recipients } = await world.recipients(id, [signer('Ada Byron', ada)]);
    const box = (more: object) => place(recipients[0].id, document.id, { width: 0.2, height: 0.04, ...more });
    await world.fields(id, [
      box({ y: 0.1 }),
      box({ y: 0.2, type: 'initials' }),
      box({ y: 0.3, type: 'name' }),
      box({ y: 0.4, type: 'text', label: 'Tax number', validation: { pattern: '[A-Z]{2}[0-9]+' } }),
      box({ y: 0.5, type: 'checkbox', group: 'way', label: 'By mail' }),
      box({ y: 0.6, type: 'checkbox', group: 'way', label: 'By phone' }),
      box({ y: 0.7, type: 'radio', label: 'Payment', options: ['Monthly', 'Yearly'] }),
    ]);
    await world.ok('POST', `/api/signing/${id}/send`, {});
    const page = await open(await world.token(ada));
    await page.locator('canvas[data-drawn]').waitFor();
    const typed = () =>
      page.locator('input.typed').evaluateAll((inputs: Data[]) => inputs.map(({ value }) => value));
    expect(await typed()).toEqual(['Ada Byron', 'AB']);
    const spots = await page.locator('.field-spot').allInnerTexts();
    expect(spots).toEqual(['Ada Byron', 'AB', 'Ada Byron', 'Tax number', '', '', 'Payment']);
    await page.getByRole('textbox', { name: 'Tax number' }).fill('unknown');
    await page.getByRole('group', { name: 'Tick at least one' }).getByLabel('By phone').check();
    await page.getByLabel('Yearly').check();
    await page.getByLabel('I agree.').check();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('alert').getByText('Tax number: ').waitFor();
    expect(await page.evaluate('document.activeElement.value')).toBe('unknown');
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'fields');
    await page.getByRole('textbox', { name: 'Tax number' }).fill('DE123');
    await world.ok('POST', `/api/signing/${id}/void`, { reason: 'Over.' });
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByRole('heading', { name: 'The sender has withdrawn these documents.' }).waitFor();
  });

  it('asks for a new code when the session is over, and keeps what was filled in', async () => {
    const ada = address('ada');
    await world.sent([signer('Ada Byron', ada, { auth: 'access_code', access_code: 'sesame' })]);
    const page = await open(await world.token(ada));
    const enter = async () => {
      await page.getByLabel('Code').fill('sesame');
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await enter();
    await page.locator('input.typed').fill('A. Byron');
    await page.getByLabel('I agree.').check();
    await world.inspector.query('delete from envelope_sessions');
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await enter();
    await page.locator('input.typed').waitFor();
    expect(await page.locator('input.typed').inputValue()).toBe('A. Byron');
    await page.getByLabel('I agree.').check();
    await page.getByRole('button', { name: 'Sign and finish' }).click();
    await page.getByText('You are done.').waitFor();
  });
});
