// Calls every operation of a module with valid and invalid inputs: the answers are those of the API description.
import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { misuses } from './misuses.ts';
import { withCredentials } from './secrets.ts';
import type { Walk } from './walk.ts';

/** One needs a module that does not exist yet, the other a sign-in at a provider (tests/sso). */
const WITHOUT_EXAMPLE = ['HandOffDeal', 'CompleteSso'];

/** MCP answers in its own format, and has tests of its own. */
export const isPlain = ({ name }: Operation): boolean => name !== 'CallMcp';

/** Declares the tests of answers. */
export function describeAnswers(walk: () => Walk): void {
  const plain = () => walk().operations.filter(isPlain);

  describe('an operation', () => {
    it('succeeds with its own examples, as described', async () => {
      const faults: string[] = [];
      for (const operation of plain().filter(({ name }) => !WITHOUT_EXAMPLE.includes(name))) {
        const reply = await walk().call(await withCredentials(walk(), await walk().maker.prepare(operation)));
        if (reply.status !== operation.status)
          faults.push(`${operation.name} ${reply.status} ${reply.text.slice(0, 300)}`);
      }
      expect(faults).toEqual([]);
    });

    it('answers as described to each of its members, given and null', async () => {
      const faults: string[] = [];
      for (const operation of plain()) {
        const { input } = await walk().maker.prepare(operation);
        const { input: full } = await walk().maker.prepareFull(operation);
        for (const [name, value] of Object.entries(full)) {
          if (operation.path.includes(`{${name}}`)) continue;
          for (const given of [value, null]) {
            const reply = await walk().call({ operation, input: { ...input, [name]: given } });
            if (reply.status >= 500)
              faults.push(`${operation.name} with ${name} ${JSON.stringify(given)}: ${reply.status}`);
          }
        }
      }
      expect(faults).toEqual([]);
    });

    it('refuses, naming the member, what its schema does not allow', async () => {
      const faults: string[] = [];
      for (const operation of plain()) {
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

    it('takes no other method, no other media type and no body that is not JSON', async () => {
      for (const operation of plain()) await expectRefusedForms(walk(), operation);
    });
  });
}

async function expectRefusedForms({ service }: Walk, operation: Operation): Promise<void> {
  const { path, method, kind, inputs } = operation;
  const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
  const routes = service.server.services.catalogue.operations.filter((one) => one.path === path);
  const methods = new Set(routes.map((one) => one.method));
  const other = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((one) => !methods.has(one))!;
  const refused = await service.rest(other, url);
  expect(refused).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } });
  expect(refused.headers.get('allow')!.split(', ')).toEqual(expect.arrayContaining([...methods]));
  if (kind !== 'mutation' || !inputs.some((one) => one.in === 'body')) return;
  const [html, text, broken, list] = await Promise.all([
    service.rest(method, url, '<p>', { headers: { 'content-type': 'text/html' } }),
    service.rest(method, url, '{}', { headers: { 'content-type': 'text/plain' } }),
    service.rest(method, url, '{"name":'),
    service.rest(method, url, []),
  ]);
  for (const refused of [html, text])
    expect(refused).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
  expect(broken).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_REQUEST' } } });
  expect(list).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
}
