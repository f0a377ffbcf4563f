// The files behind the pages: ours and those of the packages, each under an address that names its version.
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
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HERE = import.meta.dirname;
const OURS = /\.(css|js|svg)$/;
/** The UMD files: React's last ones are of version 18, GraphiQL's of version 3. */
const VENDORED: Record<string, string[]> = {
  react: ['umd/react.production.min.js'],
  'react-dom': ['umd/react-dom.production.min.js'],
  graphiql: ['graphiql.min.js', 'graphiql.min.css'],
};
/** Brings the browser bundle of the API reference inside of its plugin. */
const REFERENCE = '@scalar/fastify-api-reference';

/** One file; read, compressed and hashed when it is asked for, once. */
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

  /** Sends it, compressed if the client takes it, or not at all if the client has it. */
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
  /** By the rest of the address after /assets/. */
  files: ReadonlyMap<string, Asset>;
  /** Puts the versions into the addresses of a page: /assets/pages/ becomes /assets/pages-1f2e3d4c/. */
  addressed(html: string): string;
}

/** The table of everything that /assets serves; nothing else can be reached through it. */
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
    .filter((name) => OURS.test(name))
    .map((name) => [name, readFileSync(join(HERE, name), 'utf8')]);
  own.push(['examples.json', readExamples()]);
  folders.set('pages', `pages-${hash(own.join('\0'))}`);
  for (const [name, text] of own) files.set(`${folders.get('pages')}/${name}`, Asset.of(name!, text!));
  const entry = require.resolve(REFERENCE);
  folders.set('scalar', `scalar-${versionOf(join(dirname(entry), '../package.json'))}`);
  files.set(`${folders.get('scalar')}/scalar.js`, new Asset('scalar.js', referenceScript));
  return {
    files,
    addressed: (html) =>
      html.replace(/\/assets\/([\w-]+)\//g, (_, name: string) => `/assets/${folders.get(name)}/`),
  };
}

/** A page of ours, with its placeholders filled: `{{name}}` by text, `{{{name}}}` by HTML. */
export function loadPage(name: string, { addressed }: Assets, values: Record<string, string> = {}): Asset {
  const text = addressed(readFileSync(join(HERE, name), 'utf8'));
  return Asset.of(
    name,
    text.replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_, html: string | undefined, key: string) =>
      html ? values[html]! : escapeHtml(values[key]!),
    ),
  );
}

/** The tabs that GraphiQL opens with: every examples/*.graphql in the order of names, with variables beside it. */
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
 * The bundle of the API reference, by the route that its plugin offers. On a server of its own and on demand: it costs
 * 0.3 s and 60 MB, which a process that nobody asks for the reference should not pay, and the plugin's own page needs
 * inline scripts.
 */
async function referenceScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = Fastify();
  await server.register(reference, {
    routePrefix: '/reference',
    configuration: { url: '/docs/openapi.json' },
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
