// Calls every operation of a module with valid and invalid inputs and checks the responses against the API description.
import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { callerOf } from '../operator-calls.ts';
import { misuses } from './misuses.ts';
import { withCredentials } from './secrets.ts';
import type { Walk } from './walk.ts';

/** Need a mail server or a message that waits (tests/communications). */
const SENDING = ['SendCommunication', 'CancelCommunication'];

/** Operations of rooms that need a session, a published room or all of its items (tests/rooms). */
const VISITING = [
  ...['OpenPublicRoom', 'ViewPublicRoomItem', 'DownloadPublicRoomItem', 'PostPublicRoomEvents'],
  ...['ListPublicRoomComments', 'PostPublicRoomComment', 'InviteToRoom', 'ReorderRoomItems'],
];

/** Ask for the session of a visitor before they look at the input (tests/rooms). */
const WITH_SESSION = ['PostPublicRoomEvents', 'PostPublicRoomComment'];

/** Need the hash of the quote that was shown, a provider of payments and a line of the same work order. */
const DOCUMENTS = ['DecidePublicQuote', 'PayPublicInvoice', 'RecordWorkOrderDelivery'];

/** Need the dry run of a worker (tests/imports). */
const IMPORTING = [
  ...['ApproveImport', 'ExecuteImport', 'FixImportRow', 'RollbackImport'],
  ...['ApprovePmImport', 'ExecutePmImport'],
];

/** Need a completed envelope, a document of the same envelope, and what a session shows (tests/signing). */
const SIGNING = [
  'GetEnvelopeCertificate',
  'GetSigningSessionDocument',
  'SubmitSigning',
  'AuthenticateSigningSession',
];

/** HandOffDeal needs a won deal, and CompleteSso a sign-in at a provider (tests/sso). */
export const WITHOUT_EXAMPLE = [
  'HandOffDeal',
  'CompleteSso',
  ...SENDING,
  ...VISITING,
  ...DOCUMENTS,
  ...IMPORTING,
  ...SIGNING,
];

/** MCP and the events of providers have formats and tests of their own. */
export const isPlain = ({ name, access }: Operation): boolean =>
  name !== 'CallMcp' && access.principals !== 'ingress';

/** Declares the tests of responses. */
export function describeAnswers(walk: () => Walk): void {
  const plain = () => walk().operations.filter(isPlain);

  describe('an operation', () => {
    it('succeeds with its own examples as the API description says', async () => {
      const faults: string[] = [];
      for (const operation of plain().filter(({ name }) => !WITHOUT_EXAMPLE.includes(name))) {
        const reply = await walk().call(await withCredentials(walk(), await walk().maker.prepare(operation)));
        if (reply.status !== operation.status)
          faults.push(`${operation.name} ${reply.status} ${reply.text.slice(0, 300)}`);
      }
      expect(faults).toEqual([]);
    });

    it('causes no internal error when any member is set to a value or to null', async () => {
      const faults: string[] = [];
      for (const operation of plain()) {
        const { input } = await walk().maker.prepare(operation);
        const { input: full } = await walk().maker.prepareFull(operation);
        for (const [name, value] of Object.entries(full)) {
          if (operation.path.includes(`{${name}}`)) continue;
          for (const valueOrNull of [value, null]) {
            const reply = await walk().call({ operation, input: { ...input, [name]: valueOrNull } });
            if (reply.status >= 500)
              faults.push(`${operation.name} with ${name} ${JSON.stringify(valueOrNull)}: ${reply.status}`);
          }
        }
      }
      expect(faults).toEqual([]);
    });

    it('refuses invalid members and names them', async () => {
      const faults: string[] = [];
      for (const operation of plain().filter(({ name }) => !WITH_SESSION.includes(name))) {
        const { input } = await walk().maker.prepare(operation);
        for (const { wrong, path, why } of misuses(walk().service, operation, input)) {
          const reply = await walk().call({ operation, input: wrong });
          const named = reply.body.error?.fields?.some((field: { path: string }) => field.path === path);
          if (reply.status !== 400 || reply.body.error.code !== 'VALIDATION_ERROR' || !named)
            faults.push(`${operation.name} with ${path} ${why}: ${reply.status} ${reply.text.slice(0, 300)}`);
        }
      }
      expect(faults).toEqual([]);
    });

    it('refuses other methods, other media types and bodies that are not JSON', async () => {
      for (const operation of plain()) await expectRefusedForms(walk(), operation);
    });
  });
}

async function expectRefusedForms({ service }: Walk, operation: Operation): Promise<void> {
  const { path, method, inputs } = operation;
  const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
  const routes = service.server.services.catalogue.operations.filter((route) => route.path === path);
  const methods = new Set(routes.map((route) => route.method));
  const unsupportedMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find(
    (candidate) => !methods.has(candidate),
  )!;
  const refused = await service.rest(unsupportedMethod, url);
  expect(refused).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } });
  expect(refused.headers.get('allow')!.split(', ')).toEqual(expect.arrayContaining([...methods]));
  if (!inputs.some((one) => one.in === 'body')) return;
  const { as } = callerOf(operation, service, service.acme.people.owner);
  const [html, text, broken, list] = await Promise.all([
    service.rest(method, url, '<p>', { as, headers: { 'content-type': 'text/html' } }),
    service.rest(method, url, '{}', { as, headers: { 'content-type': 'text/plain' } }),
    service.rest(method, url, '{"name":', { as }),
    service.rest(method, url, [], { as }),
  ]);
  for (const refused of [html, text])
    expect(refused).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
  // Links of rooms and envelopes are looked at before the body, and this one is unknown.
  if (operation.access.principals === 'public' && ['rooms', 'signing'].includes(operation.access.module))
    return expect([broken.status, list.status]).toEqual([404, 404]);
  expect(broken).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_REQUEST' } } });
  expect(list).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
}
