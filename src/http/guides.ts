// The guides at /docs/guides, rendered from docs/*.md, and the list of error codes at /docs/errors.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, fail } from '../errors.ts';
import { Asset, type Assets, escapeHtml, loadPage } from './pages/assets.ts';

const FOLDER = join(import.meta.dirname, '../../docs');
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
    content: markdown.renderer.render(tokens, markdown.options, {}),
  };
}

/** Turns a link between files into one between pages: `deals.md#stages` becomes `/docs/guides/deals#stages`. */
function addressOf(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (!name) return href;
  return name === INDEX ? `/docs/guides${anchor}` : `/docs/guides/${name}${anchor}`;
}

/** One row for each code of the registry; its anchor is the code. */
function errorCodes(): Rendered {
  const rows = Object.entries(ERRORS).map(([code, kind]) => {
    const cells = [
      kind.status,
      `<a href="#${code}"><code>${code}</code></a>`,
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
