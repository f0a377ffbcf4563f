// The pages for people: the start page at /, GraphiQL at /graphiql, the API reference and the guides under /docs. They load
// nothing from other hosts.
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { EMBEDDED_HOSTS } from '../embedded-hosts.ts';
import { fail } from '../errors.ts';
import type { Operation } from '../operations/catalogue.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import { FOLDER as GUIDES, mountGuides } from './guides.ts';
import { Asset, type Assets, loadAssets, loadPage } from './pages/assets.ts';
import { publicSdl } from './public-sdl.ts';

/** For files whose URL contains their version. */
const FOREVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/**
 * Scripts are our own files, never inline. Styles may be inline, because GraphiQL and Scalar set them on elements; fonts
 * are embedded in the style sheets.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A demo user whom the sign-in dialog offers with one click, because the password is public. */
export interface DemoPerson {
  email: string;
  name: string;
  role: string;
  workspace: string;
  password: string;
}

/** Mounts the pages and the files behind them. */
export function mountPages(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
  people: () => DemoPerson[],
): void {
  const assets = loadAssets();
  const { catalogue, config } = services;
  const facts = { version: VERSION, url: config.publicUrl, operations: String(catalogue.operations.length) };
  mountPage(app, '/', loadPage('start.html', assets, facts));
  mountPage(app, '/graphiql', loadPage('graphiql.html', assets));
  mountPage(app, '/docs', loadPage('docs.html', assets));
  mountGuides(app, assets);
  mountPeoplePages(app, assets);
  const openApi = new Asset('openapi.json', async () =>
    Buffer.from(JSON.stringify(publicDescription(services))),
  );
  const sdl = new Asset('schema.graphql', async () => Buffer.from(publicSdl(schema)));
  app.get('/schema.graphql', (request, reply) => sdl.send(request, reply, REVALIDATE));
  app.get('/openapi.json', (request, reply) => openApi.send(request, reply, REVALIDATE));
  const search = new Asset('search.json', async () => {
    const { searchIndex } = await import('./search-index.ts');
    return Buffer.from(JSON.stringify(searchIndex(publicOperations(services), GUIDES)));
  });
  app.get('/docs/search.json', (request, reply) => search.send(request, reply, REVALIDATE));
  app.get('/graphiql/demo.json', (_, reply) => reply.header('cache-control', 'no-store').send(people()));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const asset = assets.files.get(request.params['*']);
    return asset ? asset.send(request, reply, FOREVER) : fail('NOT_FOUND', 'There is no such file.');
  });
}

/** Returns the description of what the public and the callers of a workspace may use, and of the events of webhooks. */
function publicDescription(services: Services): object {
  return openApiDocument(services.catalogue, { only: publicOperations(services), events: services });
}

/** Returns the operations that are not only for the operators of the platform. */
function publicOperations({ catalogue }: Services): Operation[] {
  return catalogue.operations.filter(({ access }) => access.principals !== 'operator');
}

/** The pages for people with a link, and their titles before the script has run. */
const PEOPLE_PAGES: [path: string, script: string, title: string][] = [
  ['/room', 'room.js', 'Room'],
  ['/quote', 'quote.js', 'Quote'],
  ['/invoice', 'invoice.js', 'Invoice'],
  ['/accept-invitation', 'accept-invitation.js', 'Accept your invitation'],
  ['/reset-password', 'reset-password.js', 'Set a new password'],
  ['/sign', 'sign.js', 'Sign documents'],
  ['/sso/callback', 'sso-callback.js', 'Single sign-on'],
];

/** They show what strangers wrote, so not even styles may be inline, and no cache or search engine keeps them. */
export const PEOPLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The viewer of PDFs has a worker, and makes pictures and fonts of what the file contains.
  "worker-src 'self'",
  'font-src data: blob:',
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The sites whose pages a room may embed; they are asked only when a visitor wants to see one (room-embeds.js). */
const EMBEDDED_SITES = EMBEDDED_HOSTS.flatMap((host) => [`https://${host}`, `https://www.${host}`]);

/** Mounts the pages for people with a link. Their assets are named relative to them, so they work behind any path. */
function mountPeoplePages(app: FastifyInstance, assets: Assets): void {
  for (const [path, script, title] of PEOPLE_PAGES) {
    const up = path.split('/').length === 2 ? '.' : '..';
    const page = loadPage('people/page.html', assets, { up, script, title });
    const policy =
      path === '/room' ? `${PEOPLE_POLICY}; frame-src ${EMBEDDED_SITES.join(' ')}` : PEOPLE_POLICY;
    app.get(path, (request, reply) => {
      reply.headers({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      return page.send(request, reply, REVALIDATE);
    });
  }
}

function mountPage(app: FastifyInstance, url: string, asset: Asset): void {
  app.get(url, (request, reply) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    return asset.send(request, reply, REVALIDATE);
  });
}
