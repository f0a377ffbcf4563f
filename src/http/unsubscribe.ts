// The routes to unsubscribe: HTML for browsers, plain JSON for everybody else, and the one-click POST of RFC 8058, whose body is a
// form.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../errors.ts';
import { callOperation } from '../operations/call.ts';
import type { Operation } from '../operations/catalogue.ts';
import type { Services } from '../services.ts';
import { fillPage, loadAssets, loadTemplate } from './pages/assets.ts';
import { TEXTS } from './pages/people/texts.js';
import { PEOPLE_POLICY } from './pages.ts';
import { admit, type Entry } from './pipeline.ts';
import { isMultipart } from './uploads.ts';

type Route = Pick<RouteOptions, 'handler' | 'errorHandler'> & { entry: Entry; takesForm: true };

/** What the operations return. */
interface State {
  state: 'subscribed' | 'unsubscribed';
  email_masked: string;
}

const HEADERS = {
  'content-security-policy': PEOPLE_POLICY.replace("form-action 'none'", "form-action 'self'"),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

/** Returns the handlers of the two operations, which replace the generic REST handler. */
export function unsubscribeRoutes(services: Services): Record<string, Route> {
  const template = loadTemplate('people/unsubscribe.html', loadAssets());
  const routeOf = (operation: Operation): Route => ({
    // A multipart body is admitted like an upload and never read.
    entry: { upload: true, link: true },
    takesForm: true,
    async handler(request, reply) {
      reply.headers(HEADERS);
      const isPage = /\btext\/html\b/.test(request.headers.accept ?? '');
      try {
        const state = await call(services, operation, request, reply);
        return isPage
          ? reply.type('text/html; charset=utf-8').send(pageOf(template, state))
          : reply.send(state);
      } catch (error) {
        if (!isPage || !(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
        return reply.code(404).type('text/html; charset=utf-8').send(pageOf(template, undefined));
      }
    },
  });
  const names = new Set(['ViewUnsubscribePage', 'Unsubscribe']);
  const operations = services.catalogue.operations.filter(({ name }) => names.has(name));
  return Object.fromEntries(operations.map((operation) => [operation.name, routeOf(operation)]));
}

async function call(
  services: Services,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<State> {
  if (isMultipart(request)) await request.entryState!.enterQueue();
  const origin = await admit(services, request, reply, {
    surface: 'rest',
    write: operation.kind === 'mutation',
  });
  const input = request.params as Record<string, string>;
  const { body } = await callOperation(services, { ...origin, operation, input });
  return body as State;
}

/** Returns the page for a state; undefined stands for an unknown link. */
function pageOf(template: string, state: State | undefined): string {
  const key = !state ? 'Unknown' : state.state === 'unsubscribed' ? 'Done' : 'Ask';
  const texts: Record<string, [heading: string, hint: string]> = {
    Unknown: ['unsubscribeUnknown', 'unsubscribeUnknownHint'],
    Done: ['unsubscribeDone', 'unsubscribeDoneHint'],
    Ask: ['unsubscribeTitle', 'unsubscribeAsk'],
  };
  const [heading, hint] = texts[key]!.map((name) =>
    TEXTS[name]!.replace('{email}', state?.email_masked ?? ''),
  );
  const form = `<form method="post"><div class="row"><button>${TEXTS.unsubscribeButton}</button></div></form>`;
  return fillPage(template, {
    ...{ language: TEXTS.language!, title: TEXTS.unsubscribeTitle! },
    ...{ heading: heading!, hint: hint!, form: key === 'Ask' ? form : '' },
  });
}
