// The pages for people: the start page at /, GraphiQL at /graphiql, the API reference and the guides under /docs. They load
// nothing from other hosts.
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { fail } from '../errors.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import { mountGuides } from './guides.ts';
import { Asset, loadAssets, loadPage } from './pages/assets.ts';

/** The addresses of these files name their version. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';

/**
 * Scripts are files of ours, never inline. Styles may be inline, since GraphiQL and Scalar set them on elements; fonts
 * come inside of the style sheets.
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

/** Somebody whom the sign-in dialog offers with one click, because the password is public knowledge. */
export interface DemoPerson {
  email: string;
  name: string;
  role: string;
  workspace: string;
  password: string;
}

/** Mounts the pages and the files behind them. */
export function mountPages(app: FastifyInstance, services: Services, people: () => DemoPerson[]): void {
  const assets = loadAssets();
  const { catalogue, config } = services;
  const facts = { version: VERSION, url: config.publicUrl, operations: String(catalogue.operations.length) };
  page(app, '/', loadPage('start.html', assets, facts));
  page(app, '/graphiql', loadPage('graphiql.html', assets));
  page(app, '/docs', loadPage('docs.html', assets));
  mountGuides(app, assets);
  const openApi = new Asset('openapi.json', async () =>
    Buffer.from(JSON.stringify(openApiDocument(catalogue))),
  );
  app.get('/docs/openapi.json', (request, reply) => openApi.send(request, reply, ASK_EACH_TIME));
  app.get('/graphiql/demo.json', (_, reply) => reply.header('cache-control', 'no-store').send(people()));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const asset = assets.files.get(request.params['*']);
    return asset ? asset.send(request, reply, FOREVER) : fail('NOT_FOUND', 'There is no such file.');
  });
}

function page(app: FastifyInstance, url: string, asset: Asset): void {
  app.get(url, (request, reply) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    return asset.send(request, reply, ASK_EACH_TIME);
  });
}
