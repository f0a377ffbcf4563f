// The static files of the pages, our own and those of packages, each under a URL that contains its version.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'application/graphql; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HERE = import.meta.dirname;
const OWN_FILES = /\.(css|js|svg)$/;
/** UMD files of packages; version 18 of React and version 3 of GraphiQL are the last to have them. */
const VENDORED: Record<string, string[]> = {
  react: ['umd/react.production.min.js'],
  'react-dom': ['umd/react-dom.production.min.js'],
  graphiql: ['graphiql.min.js', 'graphiql.min.css'],
};
/** The plugin that contains the browser bundle of the API reference. */
const REFERENCE = '@scalar/fastify-api-reference';

/** A static file; read, compressed and hashed at its first request. */
export class Asset {
  readonly type: string;
  readonly #read: () => Promise<Buffer>;
  #body: Promise<Buffer> | undefined;
  #zipped: Promise<Buffer> | undefined;
  #etag: string | undefined;

  constructor(name: string, read: () => Promise<Buffer>) {
    this.type = TYPES[extname(name)]!;
    this.#read = read;
  }

  static of(name: string, text: string): Asset {
    return new Asset(name, async () => Buffer.from(text));
  }

  body(): Promise<Buffer> {
    this.#body ??= this.#read();
    return this.#body;
  }

  /** Sends the file, compressed if the client accepts gzip, or 304 if the client already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
    const body = await this.body();
    this.#etag ??= `W/"${hash(body)}"`;
    reply
      .type(this.type)
      .headers({ 'cache-control': cacheControl, etag: this.#etag, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === this.#etag) return reply.code(304).send();
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body);
    this.#zipped ??= promisify(gzip)(body);
    return reply.header('content-encoding', 'gzip').send(await this.#zipped);
  }
}

export interface Assets {
  /** By the part of the URL after /assets/. */
  files: ReadonlyMap<string, Asset>;
  /** Adds the versions to the URLs in a page: /assets/pages/ becomes /assets/pages-1f2e3d4c/. */
  withVersions(html: string): string;
}

/** Loads the table of all files that /assets serves; no other file can be requested. */
export function loadAssets(): Assets {
  const files = new Map<string, Asset>();
  const folders = new Map<string, string>();
  const require = createRequire(import.meta.url);
  for (const [name, paths] of Object.entries(VENDORED)) {
    const manifest = require.resolve(`${name}/package.json`);
    folders.set(name, `${name}-${versionOf(manifest)}`);
    for (const path of paths) {
      const file = join(dirname(manifest), path);
      files.set(`${folders.get(name)}/${path.split('/').at(-1)}`, new Asset(path, () => readFile(file)));
    }
  }
  const own = readdirSync(HERE)
    .filter((name) => OWN_FILES.test(name))
    .map((name) => [name, readFileSync(join(HERE, name), 'utf8')]);
  own.push(['examples.json', readExamples()]);
  folders.set('pages', `pages-${hash(own.join('\0'))}`);
  for (const [name, text] of own) files.set(`${folders.get('pages')}/${name}`, Asset.of(name!, text!));
  for (const [name, asset] of loadPeopleFiles(require, folders)) files.set(name, asset);
  const entry = require.resolve(REFERENCE);
  folders.set('scalar', `scalar-${versionOf(join(dirname(entry), '../package.json'))}`);
  files.set(`${folders.get('scalar')}/scalar.js`, new Asset('scalar.js', referenceScript));
  return {
    files,
    withVersions: (html) =>
      html.replace(/\/assets\/([\w-]+)\//g, (_, name: string) => `/assets/${folders.get(name)}/`),
  };
}

/** Returns the files of the pages for people with a link, under their URLs; the scripts find each other in one folder. */
function loadPeopleFiles(
  require: NodeJS.Require,
  folders: Map<string, string>,
): [name: string, asset: Asset][] {
  const folder = join(HERE, 'people');
  const names = readdirSync(folder).filter((name) => OWN_FILES.test(name));
  const own = names.map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);
  own.push([
    'htm.js',
    readFileSync(join(dirname(require.resolve('htm')), '../preact/standalone.module.js'), 'utf8'),
  ]);
  // The viewer of PDFs and its worker, which the page of signing loads when it is shown: too large to keep from the start.
  const viewer = require.resolve('pdfjs-dist/package.json');
  folders.set('people', `people-${hash([...own, versionOf(viewer)].join('\0'))}`);
  const assets = own.map(([name, text]): [string, Asset] => [name, Asset.of(name, text)]);
  for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs'])
    assets.push([name, new Asset(name, () => readFile(join(dirname(viewer), 'build', name)))]);
  return assets.map(([name, asset]) => [`${folders.get('people')}/${name}`, asset]);
}

/** Loads one of our pages and fills its placeholders. */
export function loadPage(name: string, assets: Assets, values: Record<string, string> = {}): Asset {
  return Asset.of(name, fillPage(loadTemplate(name, assets), values));
}

/** Returns one of our pages with its placeholders. */
export function loadTemplate(name: string, { withVersions }: Assets): string {
  return withVersions(readFileSync(join(HERE, name), 'utf8'));
}

/** Fills the placeholders of a page: `{{name}}` by text, `{{{name}}}` by HTML. */
export function fillPage(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_, html: string | undefined, key: string) =>
    html ? values[html]! : escapeHtml(values[key]!),
  );
}

/** Returns GraphiQL's first tabs as JSON: every examples/*.graphql in order of name, with the variables from its .json. */
function readExamples(): string {
  const folder = join(HERE, 'examples');
  const names = readdirSync(folder).sort();
  const tabs = names
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => {
      const variables = name.replace('.graphql', '.json');
      return {
        query: readFileSync(join(folder, name), 'utf8').trim(),
        ...(names.includes(variables) && { variables: readFileSync(join(folder, variables), 'utf8').trim() }),
      };
    });
  return JSON.stringify(tabs);
}

/**
 * Returns the browser bundle of the API reference from the route of its plugin. The plugin runs on a separate server,
 * because its own page needs inline scripts, and only at the first request, because it takes 0.3 s and 60 MB.
 */
async function referenceScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(reference, {
    routePrefix: '/reference',
    configuration: { url: '/openapi.json' },
  });
  const { rawPayload } = await server.inject('/reference/js/scalar.js');
  await server.close();
  return rawPayload;
}

function versionOf(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** Escapes text for HTML, attribute values included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
