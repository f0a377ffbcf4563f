// The pages of a quote and of an invoice in a real browser: reading, choosing, deciding, downloading, and every refusal.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import {
  inBrowser,
  overflow,
  PageBrowser,
  shoot,
  startPrefixProxy,
  violations,
} from '../support/page-browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { DocumentWorld, item } from './world.ts';

let service: TestService;
let world: DocumentWorld;
let pages: PageBrowser;
let worker: Worker;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
  pages = await PageBrowser.start(service.url);
});

afterAll(async () => {
  await pages?.stop();
  await worker?.stop();
  await service?.stop();
});

const open: PageBrowser['open'] = (...call) => pages.open(...call);

/** Sends a document and returns the path of its page. */
async function send(kind: 'quotes' | 'invoices', id: string): Promise<string> {
  const { body } = await world.ok('POST', `/api/${kind}/${id}/send`, { to: ['ada@buyer.example'] });
  return body.data.public_url.slice(body.data.public_url.lastIndexOf('/'));
}

const get = async (kind: string, id: string) => (await world.ok('GET', `/api/${kind}/${id}`)).body.data;

/** Waits until the job has stored the PDF. */
async function rendered(kind: string, id: string): Promise<void> {
  await until(async () => (await get(kind, id)).pdf);
}

inBrowser('the page of a quote', () => {
  it('is read, downloaded and accepted with the chosen options, by the keyboard alone', async () => {
    const { id, number } = await world.quote({
      terms: 'Payable within 30 days.',
      lines: [
        { kind: 'section', description: 'Phase one' },
        item({ description: 'Consulting for <b>all</b>' }),
        item({ description: 'Training', optional: true, unit_price: '10', quantity: '1' }),
      ],
    });
    const path = await send('quotes', id);
    await rendered('quotes', id);
    const page = await open(path);
    await page.getByRole('heading', { name: `Quote ${number}` }).waitFor();
    expect(page.url()).not.toMatch(/\?/);
    expect(await page.getByText('Consulting for <b>all</b>').count()).toBe(1);
    expect(await page.getByText('€119.00').count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shoot(page, 'quote');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the PDF' }).focus();
    await page.keyboard.press('Enter');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${number}.pdf`);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await page.getByRole('checkbox', { name: 'Training' }).focus();
    await page.keyboard.press('Space');
    for (const _ of ['download', 'name']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await get('quotes', id)).status).toBe('sent');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@buyer.example');
    await page.keyboard.press('Enter');
    await page.getByText('Accepted by Ada Lovelace').waitFor();
    expect(await page.getByText('€130.90').count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Accept the quote' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'quote-accepted');
    expect(await get('quotes', id)).toMatchObject({
      status: 'accepted',
      total: '130.90',
      decision: { by: 'client', name: 'Ada Lovelace' },
    });
    expect(pages.outside).toEqual([]);
    expect(pages.complaints).toEqual([]);
  });

  it('is declined with a reason, and says when somebody else decided meanwhile', async () => {
    const { id } = await world.quote();
    const path = await send('quotes', id);
    const late = await open(path);
    await late.getByRole('heading', { name: /^Quote/ }).waitFor();
    const page = await open(path, { dark: true });
    await page.getByRole('button', { name: 'Decline instead' }).click();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Mail address').fill('ada@buyer.example');
    await page.getByLabel('Your reason').fill('Too late for us.');
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'quote-decline-dark');
    await page.getByRole('button', { name: 'Decline the quote' }).click();
    await page.getByText('Declined by Ada').waitFor();
    expect(await get('quotes', id)).toMatchObject({
      status: 'declined',
      decision: { reason: 'Too late for us.' },
    });
    await late.getByLabel('Your name').fill('Eve');
    await late.getByLabel('Mail address').fill('eve@buyer.example');
    await late.getByRole('button', { name: 'Accept the quote' }).click();
    await late
      .getByRole('alert')
      .getByText(/was decided already/)
      .waitFor();
    expect((await get('quotes', id)).decision.name).toBe('Ada');
  });

  it('says what is wrong with a link: incomplete, unknown, replaced, expired', async () => {
    await (await open('/quote')).getByRole('heading', { name: /This link is incomplete/ }).waitFor();
    const unknown = await open(`/quote#token=${'A'.repeat(43)}`, { dark: true });
    await unknown.getByRole('heading', { name: 'There is no document with this link.' }).waitFor();
    expect(await violations(unknown)).toEqual([]);
    const { id } = await world.quote();
    const path = await send('quotes', id);
    const revision = (await world.ok('POST', `/api/quotes/${id}/revise`, {})).body.data;
    const newer = await send('quotes', revision.id);
    const replaced = await open(path);
    await replaced.getByRole('heading', { name: 'This quote was replaced by a newer one.' }).waitFor();
    try {
      const reading = await open(newer);
      await reading.getByLabel('Your name').fill('Ada');
      await reading.getByLabel('Mail address').fill('ada@buyer.example');
      service.advance(31 * 24 * 3600);
      await reading.getByRole('button', { name: 'Accept the quote' }).click();
      await reading.getByRole('alert').getByText('This quote has expired.').waitFor();
      const expired = await open(newer);
      await expired.getByRole('heading', { name: 'This quote has expired.' }).waitFor();
      expect(await violations(expired)).toEqual([]);
    } finally {
      service.advance(0);
    }
  });
});

inBrowser('the page of an invoice', () => {
  it('shows what is left to pay, in dark and behind a path prefix, and that it was cancelled', async () => {
    await world.ok('PATCH', '/api/settings/tenant', {
      commercial: { seller: { bank: { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' } } },
    });
    const { id, number } = await world.issued();
    const path = await send('invoices', id);
    await rendered('invoices', id);
    await world.ok('POST', `/api/invoices/${id}/payments`, { amount: '19', method: 'bank_transfer' });
    const proxy = await startPrefixProxy(service.url);
    try {
      const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/platform`;
      const page = await open(path, { dark: true, at });
      await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor();
      await page.getByText(/^Partly paid; the rest is due on/).waitFor();
      await page.getByText('€100.00', { exact: true }).first().waitFor();
      const payment = page.getByRole('region', { name: 'How to pay' });
      expect(await payment.locator('dd').allTextContents()).toEqual([
        'acme',
        'DE02120300000000202051',
        'BYLADEM1001',
        '€100.00',
        number,
      ]);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await shoot(page, 'invoice-dark');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the PDF' }).click();
      expect((await downloading).suggestedFilename()).toBe(`${number}.pdf`);
      expect(pages.outside).toEqual([]);
      expect(pages.complaints).toEqual([]);
      await page.context().close();
    } finally {
      proxy.close();
    }
    const other = await world.issued();
    const link = await send('invoices', other.id);
    await world.ok('POST', `/api/invoices/${other.id}/void`, { reason: 'Wrong client' });
    const cancelled = await open(link);
    await cancelled.getByRole('heading', { name: 'This invoice was cancelled.' }).waitFor();
  });
});
