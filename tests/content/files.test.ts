// Media of drafts with their signed addresses, and sources that are imported from documents.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PDFDocument from 'pdfkit';
import { startService, type TestService } from '../support/service.ts';
import { zipOf } from '../support/zip.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their values.
type Data = any;

/** Sends a file as multipart. */
const sendForm = (path: string, bytes: Buffer, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const { token, tenantId } = service.acme.people.owner;
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId! };
  return fetch(`${service.url}${path}`, { method: 'POST', headers, body: form });
};

describe('media of a draft', () => {
  const draft = async () =>
    (
      await service.rest('POST', '/api/content/drafts', {
        source: 'Hello.',
        channels: ['photo_network-caption'],
      })
    ).body.data;
  const upload = (draftId: string, bytes: Buffer, name = 'shop.png', as = service.acme.people.owner) =>
    service.rest(
      'POST',
      `/api/content/drafts/${draftId}/media`,
      { file: { name, content_base64: bytes.toString('base64') }, alt_text: ' The shop ' },
      { as },
    );
  const open = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, service.url));

  it('are opened by an address without credentials', async () => {
    const { id } = await draft();
    const { status, body } = await upload(id, PNG);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...{ draft_id: id, alt_text: 'The shop', name: 'shop.png', mime: 'image/png' },
      ...{ bytes: PNG.length, sha256: sha256(PNG) },
    });
    const found = (await service.rest('GET', `/api/content/drafts/${id}`)).body.data;
    expect([found.version, found.media.length, found.media[0].id]).toEqual([2, 1, body.data.id]);
    const answer = await open(found.media[0].url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(PNG));
  });

  it('have an address that nobody can change, and that dies with them', async () => {
    const { id } = await draft();
    const media = (await upload(id, PNG)).body.data;
    const { url } = media;
    const last = url.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [
      `${url.slice(0, -6)}${last}${url.slice(-5)}`,
      url.replace(/[^/]+$/, 'x'.repeat(80)),
    ]) {
      const answer = await open(wrong);
      expect([answer.status, ((await answer.json()) as Data).error.code]).toEqual([
        403,
        'MEDIA_SIGNATURE_INVALID',
      ]);
    }
    const token = url.split('/').at(-1);
    const graphql = await service.graphql(
      'query ($token: String!) { contentMedia(token: $token) { url mime } }',
      { token },
    );
    expect((await open(graphql.body.data.contentMedia.url)).status).toBe(200);
    const path = `/api/content/drafts/${id}/media/${media.id}`;
    const stranger = { as: service.acme.people.manager };
    expect((await service.rest('DELETE', path, undefined, stranger)).status).toBe(404);
    expect((await service.rest('DELETE', path)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
    expect((await open(graphql.body.data.contentMedia.url)).status).toBe(404);
  });

  it('expire after ten minutes', async () => {
    const { id } = await draft();
    const { url, url_expires_at } = (await upload(id, PNG)).body.data;
    expect(Math.abs(Date.parse(url_expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
    try {
      service.advance(600);
      expect((await open(url)).status).toBe(403);
    } finally {
      service.advance(0);
    }
  });

  it('are refused by their content, whatever their name says', async () => {
    const { id } = await draft();
    const text = await upload(id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'shop.png');
    expect([text.status, text.body.error.fields[0].rule]).toEqual([400, 'media_type']);
    const bytes = Buffer.concat([PNG, Buffer.alloc(10 * 1_048_576)]);
    const streamed = await sendForm(`/api/content/drafts/${id}/media`, bytes, 'shop.png');
    expect([streamed.status, ((await streamed.json()) as Data).error.details]).toMatchObject([
      413,
      { limit_bytes: 10 * 1_048_576 },
    ]);
    expect((await service.rest('GET', `/api/content/drafts/${id}`)).body.data.media).toEqual([]);
  });

  it('cannot be added to the draft of somebody else', async () => {
    const { id } = await draft();
    expect((await upload(id, PNG, 'shop.png', service.acme.people.admin)).status).toBe(404);
  });

  it('are described by the draft, and deleted with it', async () => {
    const { id } = await draft();
    const media = (await upload(id, PNG)).body.data;
    const described = await service.rest('PATCH', `/api/content/drafts/${id}`, {
      media: [{ id: media.id, alt_text: 'At night' }],
    });
    expect(described.body.data).toMatchObject({ version: 3, media: [{ alt_text: 'At night' }] });
    const wrong = await service.rest('PATCH', `/api/content/drafts/${id}`, {
      media: [{ id: crypto.randomUUID() }],
    });
    expect([wrong.status, wrong.body.error.fields[0].path]).toEqual([400, 'media[0].id']);
    await service.rest('DELETE', `/api/content/drafts/${id}`);
    expect((await open(media.url)).status).toBe(404);
    const files = await service.sql<{ expires_at: Date | null }>(
      service.acme,
      'select * from files where name = ?',
      ['shop.png'],
    );
    expect(files.at(-1)?.expires_at ?? new Date()).not.toBeNull();
  });
});

describe('an imported source', () => {
  const importText = (body: object) => service.rest('POST', '/api/content/import-source', body);
  const importFile = (name: string, bytes: Buffer, body: object = {}) =>
    importText({ file: { name, content_base64: bytes.toString('base64') }, ...body });
  const docx = (text: string) =>
    zipOf({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`,
    });
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const pdf = (draw: (document: InstanceType<typeof PDFDocument>) => void, options = {}) =>
    new Promise<Buffer>((resolve) => {
      const document = new PDFDocument(options);
      const parts: Buffer[] = [];
      document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
      draw(document);
      document.end();
    });

  it('keeps where it comes from, and becomes the source of a draft', async () => {
    const { status, body } = await importText({
      text: 'First line\nMore.',
      source_url: 'https://example.com/news',
    });
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ kind: 'text', title: 'First line', text: 'First line\nMore.', is_truncated: false },
        provenance: {
          source_url: 'https://example.com/news',
          sha256: sha256(Buffer.from('First line\nMore.')),
        },
      },
    ]);
    const { import_id } = body.data;
    const draft = await service.rest('POST', '/api/content/drafts', {
      import_id,
      channels: ['social_network-post'],
    });
    expect(draft.body.data).toMatchObject({ title: 'First line', source: 'First line\nMore.', import_id });
    const as = service.acme.people.admin;
    const others = await service.rest(
      'POST',
      '/api/content/drafts',
      { import_id, channels: ['social_network-post'] },
      { as },
    );
    expect([others.status, others.body.error.fields[0].path]).toEqual([400, 'import_id']);
  });

  it('has the text of HTML and Markdown without what runs in them', async () => {
    const html =
      '<html><head><title>News</title><style>p{}</style></head><body><p>Hi <a href="https://acme.com">there</a></p><script>alert(1)</script><p>Bye</p></body></html>';
    const page = await importFile('page.html', Buffer.from(html));
    expect(page.body.data).toMatchObject({ kind: 'html' });
    expect(page.body.data.text).toContain('Hi there (https://acme.com)');
    expect(page.body.data.text).not.toMatch(/alert|p\{\}|</);
    const markdown = await importFile(
      'a.md',
      Buffer.from('# Title\n<script>alert(1)</script>\n**Hi** <b>there</b> 1 < 2'),
    );
    expect(markdown.body.data).toMatchObject({ kind: 'markdown', text: '# Title\n\n**Hi** there 1 < 2' });
  });

  it('has the text of documents', async () => {
    const word = await importFile('a.docx', docx(paragraph('Hello') + paragraph('World')));
    expect([word.status, word.body.data]).toMatchObject([
      201,
      { kind: 'docx', title: 'Hello', text: 'Hello\n\nWorld' },
    ]);
    const bytes = await pdf((document) => document.text('Hello from page one.').addPage().text('And two.'));
    const printed = await importFile('a.pdf', bytes, { title: 'Mine' });
    expect([printed.status, printed.body.data]).toMatchObject([
      201,
      { kind: 'pdf-text', title: 'Mine', text: 'Hello from page one.\n\nAnd two.' },
    ]);
  });

  it('is cut at the length of a source', async () => {
    const { data } = (await importText({ text: 'word '.repeat(30_000) })).body;
    expect([data.text.length, data.is_truncated]).toEqual([99_999, true]);
  });

  it('is refused with a reason if the document cannot be read', async () => {
    const reason = async (reply: ReturnType<typeof importText>) => {
      const { status, body } = await reply;
      return [status, body.error.details?.reason ?? body.error.fields?.[0].rule];
    };
    const bomb = docx(paragraph(' '.repeat(60 * 1_048_576)));
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await reason(importFile('a.docx', bomb))).toEqual([422, 'too_large']);
    expect(await reason(importFile('a.docx', docx(`<w:p>${'<w:sdt>'.repeat(50_000)}`)))).toEqual([
      422,
      'damaged',
    ]);
    expect(await reason(importFile('a.docx', docx('')))).toEqual([422, 'empty']);
    expect(await reason(importFile('a.pdf', Buffer.from('%PDF-1.7\nnothing')))).toEqual([422, 'damaged']);
    const locked = await pdf((document) => document.text('Hi'), { userPassword: 'secret' });
    expect(await reason(importFile('a.pdf', locked))).toEqual([422, 'encrypted']);
    expect(await reason(importFile('a.png', PNG))).toEqual([422, 'kind']);
    expect(await reason(importFile('a.txt', Buffer.from('Hi'), { kind: 'docx' }))).toEqual([400, 'kind']);
    expect(await reason(importText({}))).toEqual([400, 'one_of']);
    expect(await reason(importText({ text: 'Hi', source_url: 'ftp://acme.com' }))).toEqual([400, 'url']);
    const large = await sendForm('/api/content/import-source', Buffer.alloc(2 * 1_048_576 + 1, 'x'), 'a.txt');
    expect(large.status).toBe(413);
    expect(
      (await sendForm('/api/content/import-source', Buffer.alloc(2 * 1_048_576, 'x'), 'a.txt')).status,
    ).toBe(201);
    expect(
      await service.sql(
        service.acme,
        "select id from files where scope is null and name in ('a.txt', 'a.docx')",
      ),
    ).toEqual([]);
  });
});
