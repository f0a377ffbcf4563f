// The PDFs of quotes, work orders, invoices and credit notes, read as a reader does.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type ReadPdf, readPdf } from './pdf-text.ts';
import { DocumentWorld, item, VAT } from './world.ts';

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;
let worker: Worker;

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
  worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
});
afterAll(async () => {
  await worker?.stop();
  await inspector?.close();
  await service?.stop();
});

type Kind = 'quotes' | 'work-orders' | 'invoices';

/** Downloads the PDF of a document, once the job has made it. */
async function download(kind: Kind, id: string): Promise<ReadPdf> {
  const { token, tenantId } = service.acme.people.owner;
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
  const bytes = await until(async () => {
    const reply = await fetch(`${service.url}/api/${kind}/${id}/pdf`, { headers });
    if (reply.status === 409) return undefined;
    if (reply.status !== 200) throw new Error(await reply.text());
    expect(reply.headers.get('content-disposition')).toMatch(/^inline; filename="[^"]+\.pdf"/);
    return new Uint8Array(await reply.arrayBuffer());
  });
  return readPdf(bytes);
}

const HEADER = 'Description\nQuantity\nPrice\nAmount';
/** Returns the text without line breaks, as long texts are wrapped. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

describe('the PDF of an invoice', () => {
  it('has every amount as stored on pages with repeated headers', async () => {
    const lines = Array.from({ length: 100 }, (_, index) =>
      item({ description: `Position ${index + 1}`, quantity: '3', unit_price: `${index + 10}.335` }),
    );
    const discount = { type: 'percent', value: '2.5' };
    const invoice = await world.issued({ lines, discount, po_number: 'PO-77' });
    const { pages, title, roles } = await download('invoices', invoice.id);
    expect(title).toBe(`Invoice ${invoice.number}`);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`${title} · Page ${index + 1}/${pages.length}`);
      if (page.includes('Position')) expect(page.split(HEADER)).toHaveLength(2);
    }
    const text = pages.join('\n');
    for (const line of invoice.lines)
      expect(flat(text)).toContain(`3 ${line.unit_price} ${line.net} ${line.description} `);
    const { subtotal, discount_total, net_total, tax_total, total } = invoice;
    for (const amount of [subtotal, `-${discount_total}`, net_total, tax_total, total])
      expect(text).toContain(`${amount} EUR`);
    expect(text).toContain(`VAT 19 % of ${net_total}`);
    expect(text).toContain(`Due: ${invoice.due_date}`);
    expect(text).toContain('Order number: PO-77');
    expect(roles).toEqual(expect.arrayContaining(['H1', 'P', 'Table', 'TR', 'TH', 'TD']));
  });

  it('continues a text that is longer than a page, with its amounts where it begins', async () => {
    const description = Array.from({ length: 620 }, (_, index) => `w${index}`).join(' ');
    const invoice = await world.invoice({ lines: [item({ description }), item({ description: 'Last' })] });
    const { pages } = await download('invoices', invoice.id);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.split(HEADER)).toHaveLength(2);
    expect(pages[0]).toContain('w0');
    expect(pages[0]).toContain('100.00');
    expect(pages.join(' ').match(/\bw\d+\b/g)).toHaveLength(620);
    expect(pages.at(-1)).toContain('Last');
  });

  it('has an ETag only where it is stored', async () => {
    const tagOf = async (id: string) => {
      const headers = { authorization: `Bearer ${service.acme.people.owner.token}`, 'if-none-match': '*' };
      const reply = await fetch(`${service.url}/api/invoices/${id}/pdf`, { headers });
      await reply.arrayBuffer();
      return [reply.status, reply.headers.get('etag')];
    };
    expect(await tagOf((await world.invoice()).id)).toEqual([200, null]);
    const { id } = await world.issued();
    await download('invoices', id);
    const { body } = await world.ok('GET', `/api/invoices/${id}`);
    expect(await tagOf(id)).toEqual([304, `"${body.data.pdf.sha256}"`]);
  });

  it('has amounts that are too long for their column on one line', async () => {
    const lines = [item({ quantity: '0.5', unit_price: '1234567890123.123456', taxes: [] })];
    const invoice = await world.invoice({ lines, currency: 'KWD' });
    const { pages } = await download('invoices', invoice.id);
    expect(pages[0]).toContain('1234567890123.123456');
    expect(pages[0]).toContain(`${invoice.total} KWD`);
  });

  it('keeps Greek, Cyrillic and accented letters, and speaks the language of the document', async () => {
    const words = ['Ελληνικά γράμματα', 'Кириллица, є ї ґ', 'Zażółć gęślą jaźń ő ű', '10 000 € – “ok” ✓'];
    const lines = words.map((description) => item({ description }));
    const invoice = await world.invoice({ lines, locale: 'de-AT', notes: 'Спасибо' });
    const { pages, title, language } = await download('invoices', invoice.id);
    for (const word of [...words, 'Спасибо']) expect(pages[0]).toContain(word);
    expect(pages[0]).toContain('ENTWURF');
    expect(pages[0]).toContain('Deutschland');
    expect([title, language]).toEqual(['Rechnung', 'de-AT']);
  });

  it('is refused with the path of each text that the fonts cannot show, before and after the issue', async () => {
    const lines = [item(), item({ description: 'שלום', unit: '個' }), item({ description: 'Done 🚀' })];
    const draft = await world.invoice({ lines, terms: 'ขอบคุณ' });
    const paths = ['terms', 'lines[1].description', 'lines[1].unit', 'lines[2].description'];
    const refused = async () => {
      const { status, body } = await world.send('GET', `/api/invoices/${draft.id}/pdf`);
      return [
        status,
        body.error.fields.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
      ];
    };
    const expected = [400, paths.map((path) => [path, 'script'])];
    const stored = await inspector.fingerprint();
    expect(await refused()).toEqual(expected);
    expect(await inspector.fingerprint()).toEqual(stored);
    await world.ok('POST', `/api/invoices/${draft.id}/issue`, {});
    expect(await refused()).toEqual(expected);
  });
});

describe('the PDF of', () => {
  it('a credit note names the invoice and the reason', async () => {
    const invoice = await world.issued();
    const note = await world.created(`/api/invoices/${invoice.id}/credit-notes`, {
      reason: 'Broken',
      full: true,
    });
    const { number } = (await world.ok('POST', `/api/invoices/${note.id}/issue`, {})).body.data;
    const { pages, title } = await download('invoices', note.id);
    expect(title).toBe(`Credit note ${number}`);
    for (const text of [`Credits invoice: ${invoice.number}`, 'Reason: Broken', '119.00 EUR'])
      expect(pages[0]).toContain(text);
  });

  it('a quote says until when it is valid, and marks what is optional', async () => {
    const quote = await world.quote({ lines: [item(), item({ description: 'Support', optional: true })] });
    await world.ok('POST', `/api/quotes/${quote.id}/send`, { to: ['ada@buyer.example'] });
    const { pages, title } = await download('quotes', quote.id);
    expect(title).toBe(`Quote ${quote.number}`);
    for (const text of [`Valid until: ${quote.valid_until}`, 'Support (optional)', '119.00 EUR'])
      expect(pages[0]).toContain(text);
    expect(pages[0]).not.toContain('DRAFT');
  });

  it('a work order has both parties, the times in the zone of the workspace, and a place to sign', async () => {
    const order = await world.created('/api/work-orders', {
      company_id: await world.company(),
      lines: [{ kind: 'section', description: 'Ground floor' }, item({ sku: 'A-1', taxes: [VAT] })],
      site_address: { line1: 'Harbour 5', city: 'Hamburg', country: 'DE' },
    });
    const times = { scheduled_start: '2026-12-01T08:00:00Z', scheduled_end: '2026-12-01T15:30:00Z' };
    await world.ok('POST', `/api/work-orders/${order.id}/status`, { action: 'schedule', ...times });
    const { pages, title } = await download('work-orders', order.id);
    expect(title).toBe(`Work order ${order.number}`);
    const [tenant] = await inspector.query<{ name: string; zone: string }>(
      'select name, time_zone as zone from tenants where id = $1',
      [service.acme.id],
    );
    const start = new Date(times.scheduled_start).toLocaleString('sv-SE', { timeZone: tenant!.zone });
    const texts = [tenant!.name, 'Main Street 1', 'Germany', 'Ground floor', 'A-1', 'Harbour 5, Hamburg'];
    for (const text of [...texts, `Scheduled: ${start.slice(0, 16)} – `, 'Signed off by: ____'])
      expect(flat(pages[0]!)).toContain(text);
    expect(pages[0]).not.toContain('DRAFT');
  });
});

describe('the logo of a workspace', () => {
  let pictures: Server;
  let served: Buffer;

  beforeAll(async () => {
    pictures = createServer((_, reply) => reply.end(served));
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => pictures?.close(resolve)));

  /** Sets another address of the logo and waits until its picture was fetched. */
  async function setLogo(name: string, bytes: Buffer): Promise<void> {
    served = bytes;
    await world.ok('PATCH', '/api/settings/tenant', { logo_url: `https://acme.example/${name}` });
    const { port } = pictures.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${name}`;
    // Only addresses with https are taken, and the server of this test has none.
    await inspector.query('update tenants set logo_url = $2 where id = $1', [service.acme.id, url]);
    await inspector.query(`select enqueue_job('fetch_logo', $1, null, null, 5, null)`, [
      JSON.stringify({ tenantId: service.acme.id, requestId: 'test', payload: {} }),
    ]);
    await until(async () => {
      const rows = await inspector.query('select from tenant_logos where source_url = $1', [url]);
      return rows.length > 0 || undefined;
    });
  }

  it('stands on its documents, and is left out where it is no picture that can be drawn', async () => {
    const { id } = await world.invoice();
    expect((await download('invoices', id)).pictures).toBe(0);
    await setLogo('logo.png', png(120, 40));
    const { pictures: drawn, roles } = await download('invoices', id);
    expect([drawn, roles.includes('Figure')]).toEqual([1, true]);
    for (const [name, bytes] of [
      ['cut.png', png(120, 40).subarray(0, 60)],
      ['damaged.png', png(120, 40, Buffer.from('no pixels'))],
      ['huge.png', png(1200, 1000)],
      ['text.png', Buffer.from('<svg/>')],
    ] as const) {
      await setLogo(name, bytes);
      expect((await download('invoices', id)).pictures).toBe(0);
    }
  });
});

/** Makes a PNG with transparency. @param data what stands in place of the compressed pixels */
function png(width: number, height: number, data?: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 4 * width), 128);
  for (let row = 0; row < height; row += 1) rows[row * (1 + 4 * width)] = 0;
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data ?? deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
