// The guides at /docs/guides, rendered from docs/*.md, and the list of error codes at /docs/errors.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorCode } from '../error-codes.ts';
import { fail, ServiceError } from '../errors.ts';
import { Asset, type Assets, escapeHtml, loadPage } from './pages/assets.ts';

/** Where the guides are. */
export const FOLDER = join(import.meta.dirname, '../../docs');
const INDEX = 'README';
const REVALIDATE = 'no-cache';

/** These pages are text: no script, no inline style, nothing from another host. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Rendered extends Record<string, string> {
  title: string;
  content: string;
}

/** Mounts the guides and the list of error codes; each page is rendered at its first request. */
export function mountGuides(app: FastifyInstance, assets: Assets): void {
  const page = (render: () => Rendered | Promise<Rendered>): Asset =>
    new Asset('guide.html', async () => loadPage('guide.html', assets, await render()).body());
  const errors = page(errorCodes);
  let guides: Map<string, Asset> | undefined;
  const guideOf = (name: string): Asset => {
    guides ??= new Map(guideNames().map((file) => [file, page(() => renderGuide(file))]));
    return guides.get(name) ?? fail('NOT_FOUND', 'There is no such guide; see /docs/guides.');
  };
  app.get('/docs/errors', (request, reply) => send(request, reply, errors));
  const codes = new Map<string, Asset>();
  app.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(ERRORS, code)) fail('NOT_FOUND', 'There is no such error code; see /docs/errors.');
    if (!codes.has(code))
      codes.set(
        code,
        page(() => errorCode(code as ErrorCode)),
      );
    return send(request, reply, codes.get(code)!);
  });
  app.get('/docs/guides', (request, reply) => send(request, reply, guideOf(INDEX)));
  app.get<{ Params: { name: string } }>('/docs/guides/:name', (request, reply) =>
    send(request, reply, guideOf(request.params.name)),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
  return asset.send(request, reply, REVALIDATE);
}

/** The only names that lead to a file. */
function guideNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'));
}

/** Renders a guide. HTML in the Markdown is escaped; headings get the anchors that GitHub gives them. */
async function renderGuide(name: string): Promise<Rendered> {
  const { default: MarkdownIt } = await import('markdown-it');
  const { default: GithubSlugger } = await import('github-slugger');
  const markdown = new MarkdownIt({ html: false });
  const slugger = new GithubSlugger();
  const tokens = markdown.parse(readFileSync(join(FOLDER, `${name}.md`), 'utf8'), {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugger.slug(tokens[index + 1]!.content));
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' && child.attrGet('href');
      if (typeof href === 'string') child.attrSet('href', addressOf(href));
    }
  }
  return {
    title: tokens.find(({ type }) => type === 'inline')?.content ?? name,
    content: escapeBraces(markdown.renderer.render(tokens, markdown.options, {})),
  };
}

/** Escapes `{{`, which a guide shows as text: in a page of ours it would be a placeholder that nobody filled. */
function escapeBraces(html: string): string {
  return html.replaceAll('{{', '&#123;&#123;');
}

/** Turns a link between files into one between pages: `deals.md#stages` becomes `/docs/guides/deals#stages`. */
function addressOf(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (!name) return href;
  return name === INDEX ? `/docs/guides${anchor}` : `/docs/guides/${name}${anchor}`;
}

/** The page of one error code: when it comes, what to do, and an example. */
function errorCode(code: ErrorCode): Rendered {
  const { status, message, ...kind } = ERRORS[code];
  const reaction =
    'retryable' in kind
      ? 'Repeat the call: wait for the seconds in <code>Retry-After</code> if the answer has that header, else briefly, and longer each time. Send writes with the same <code>Idempotency-Key</code>.'
      : 'Repeating the same call does not help: correct its cause first. Facts about it are in <code>error.details</code> and <code>error.fields</code>.';
  const example = {
    success: false,
    error: new ServiceError(code).body('019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'),
  };
  const others = Object.entries(ERRORS)
    .filter(([name, other]) => other.status === status && name !== code)
    .map(([name]) => `<a href="/docs/errors/${name}"><code>${name}</code></a>`);
  return {
    title: code,
    content: [
      `<h1>${code}</h1><p>${escapeHtml(message)}</p>`,
      `<p>HTTP status <b>${status}</b> on REST; in GraphQL the same object is in <code>errors[].extensions</code>, on MCP in <code>structuredContent</code>.</p>`,
      `<h2>What to do</h2><p>${reaction}</p>`,
      `<h2>Example</h2><pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`,
      others.length ? `<h2>Other codes with this status</h2><p>${others.join(', ')}</p>` : '',
      '<p><a href="/docs/errors">All error codes</a> · <a href="/docs/guides/errors">The guide on errors</a></p>',
    ].join('\n'),
  };
}

/** One row for each code of the registry; its anchor is the code. */
function errorCodes(): Rendered {
  const rows = Object.entries(ERRORS).map(([code, kind]) => {
    const cells = [
      kind.status,
      `<a href="/docs/errors/${code}"><code>${code}</code></a>`,
      escapeHtml(kind.message),
      'retryable' in kind ? 'yes' : 'no',
    ];
    return `<tr id="${code}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const head = ['Status', 'Code', 'Default message', 'Retryable'].map((name) => `<th>${name}</th>`).join('');
  const lead =
    'Every code that this service answers with. The form of a refusal and how to react to it: ' +
    '<a href="/docs/guides/errors">the guide on errors</a>.';
  return {
    title: 'Error codes',
    content:
      `<h1>Error codes</h1><p>${lead}</p>` +
      `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  };
}
