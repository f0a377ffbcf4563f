// If-Match over HTTP on writes other than PATCH: a stale version is refused and nothing is written.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

function send(method: string, path: string, body?: object, version?: number): Promise<Reply> {
  const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
  return service.rest(method, path, body, { ...(headers && { headers }) });
}

interface Created {
  id: string;
  version: number;
}

async function create(path: string, body: object): Promise<Created> {
  const { status, body: answer } = await send('POST', path, body);
  expect(status).toBe(201);
  return answer.data;
}

const company = () => create('/api/companies', { name: 'Versioned' });
const contact = () => create('/api/contacts', { first_name: 'Versioned' });
const deal = () => create('/api/deals', { name: 'Versioned' });

async function deleted(path: string, { id }: Created): Promise<Created> {
  expect((await send('DELETE', `${path}/${id}`)).status).toBe(200);
  const [row] = await service.sql<{ version: number }>(
    service.acme,
    `select version from ${path.split('/')[2]} where id = ?`,
    [id],
  );
  return { id, version: row!.version };
}

interface Call {
  method: string;
  path: string;
  body?: object;
  /** The version of the record that the precondition refers to. */
  version: number;
}

const CALLS: Record<string, () => Promise<Call>> = {
  consent: async () => {
    const { id, version } = await contact();
    return {
      method: 'PUT',
      path: `/api/contacts/${id}/consent`,
      body: { email: { state: 'opted_in' } },
      version,
    };
  },
  'restoring a company': async () => {
    const { id, version } = await deleted('/api/companies', await company());
    return { method: 'POST', path: `/api/companies/${id}/restore`, version };
  },
  'restoring a contact': async () => {
    const { id, version } = await deleted('/api/contacts', await contact());
    return { method: 'POST', path: `/api/contacts/${id}/restore`, version };
  },
  'restoring a deal': async () => {
    const { id, version } = await deleted('/api/deals', await deal());
    return { method: 'POST', path: `/api/deals/${id}/restore`, version };
  },
  'a merge of companies': async () => {
    const [{ id, version }, duplicate] = [await company(), await company()];
    return {
      method: 'POST',
      path: `/api/companies/${id}/merge`,
      body: { duplicate_company_id: duplicate.id },
      version,
    };
  },
  'a merge of contacts': async () => {
    const [{ id, version }, duplicate] = [await contact(), await contact()];
    return {
      method: 'POST',
      path: `/api/contacts/${id}/merge`,
      body: { duplicate_contact_id: duplicate.id },
      version,
    };
  },
  'undoing a merge': async () => {
    const [{ id }, duplicate] = [await contact(), await contact()];
    const { data } = (await send('POST', `/api/contacts/${id}/merge`, { duplicate_contact_id: duplicate.id }))
      .body;
    return {
      method: 'POST',
      path: `/api/contacts/merges/${data.merge.id}/undo`,
      version: data.record.version,
    };
  },
  erasing: async () => {
    const { id, version } = await contact();
    return { method: 'POST', path: `/api/contacts/${id}/erase`, version };
  },
  'deleting a pipeline': async () => {
    const { id, version } = await create('/api/deals/pipelines', { name: 'Versioned' });
    return { method: 'DELETE', path: `/api/deals/pipelines/${id}`, version };
  },
};

describe('a stale If-Match', () => {
  it.each(Object.keys(CALLS))(
    'is refused for %s without effect, while the current version is accepted',
    async (name) => {
      const { method, path, body, version } = await CALLS[name]!();
      const before = await inspector.fingerprint();
      const stale = await send(method, path, body, version + 1);
      expect([stale.status, stale.body.error?.code, stale.body.error?.details]).toEqual([
        412,
        'PRECONDITION_FAILED',
        { current_version: version },
      ]);
      expect(stale.headers.get('etag')).toBe(`"${version}"`);
      expect(await inspector.fingerprint()).toEqual(before);
      const { status, body: answer } = await send(method, path, body, version);
      expect([status, answer.error]).toEqual([200, undefined]);
    },
  );

  it('refuses the rotation of a secret and the hand-over of a deal', async () => {
    const webhook = await create('/api/webhooks', {
      name: 'Versioned',
      url: 'http://127.0.0.1:9/',
      event_types: ['company.created'],
    });
    const open = await deal();
    for (const [path, { version }] of [
      [`/api/webhooks/${webhook.id}/rotate-secret`, webhook],
      [`/api/deals/${open.id}/handoff`, open],
    ] as const) {
      const before = await inspector.fingerprint();
      const { status, body } = await send('POST', path, undefined, version + 1);
      expect([path, status, body.error.details]).toEqual([path, 412, { current_version: version }]);
      expect(await inspector.fingerprint()).toEqual(before);
    }
    expect((await send('POST', `/api/webhooks/${webhook.id}/rotate-secret`, undefined, 1)).status).toBe(200);
  });

  it('refuses a conversion and a credit note, and each is demanded where the workspace says so', async () => {
    const documents = new DocumentWorld(service);
    const [quote, invoice] = [await documents.accepted(), await documents.issued()];
    const order = (await documents.ok('POST', `/api/quotes/${quote.id}/convert`, { target: 'work_order' }))
      .body.data.work_order;
    await documents.ok('POST', `/api/work-orders/${order.id}/status`, { action: 'start' });
    const another = await documents.accepted();
    const calls: [string, object, number][] = [
      [`/api/quotes/${another.id}/convert`, { target: 'invoice' }, another.version],
      [`/api/work-orders/${order.id}/convert`, { basis: 'ordered' }, order.version + 1],
      [`/api/invoices/${invoice.id}/credit-notes`, { reason: 'r', full: true }, invoice.version],
    ];
    const demand = async (require_if_match: boolean) => {
      const { version } = (await send('GET', '/api/settings/tenant')).body.data;
      await documents.ok('PATCH', '/api/settings/tenant', {
        security: { require_if_match },
        expected_version: version,
      });
    };
    for (const [path, body, version] of calls) {
      const stale = await send('POST', path, body, version + 1);
      expect([path, stale.status, stale.body.error.details]).toEqual([
        path,
        412,
        { current_version: version },
      ]);
      await demand(true);
      expect([path, (await send('POST', path, body)).status]).toEqual([path, 428]);
      await demand(false);
      expect([path, (await send('POST', path, body, version)).status]).toEqual([path, 201]);
    }
  });

  it('corresponds to the argument expectedVersion in GraphQL', async () => {
    const { id, version } = await contact();
    const query =
      'mutation ($id: UUID!, $v: Int) { setContactConsent(contactId: $id, sms: { state: OPTED_IN }, expectedVersion: $v) { version } }';
    const stale = await service.graphql(query, { id, v: version + 1 });
    expect(stale.body.errors[0].extensions.code).toBe('PRECONDITION_FAILED');
    const fresh = await service.graphql(query, { id, v: version });
    expect(fresh.body.data.setContactConsent.version).toBe(version + 1);
  });
});

describe('an If-Match', () => {
  it('is refused by every write that has no version to compare, and nothing is written', async () => {
    const { operations } = service.server.services.catalogue;
    const without = operations.filter(
      ({ kind, inputs, access, name }) =>
        kind === 'mutation' &&
        !['public', 'ingress'].includes(access.principals) &&
        !inputs.some(({ wire }) => wire === 'expected_version') &&
        // Answers by a protocol of its own, whose calls are all POST.
        name !== 'CallMcp',
    );
    expect(without.length).toBeGreaterThan(20);
    const before = await inspector.fingerprint();
    for (const { name, method, path } of without) {
      const url = path.replace(/\{\w+\}/g, crypto.randomUUID());
      const { status, body } = await send(method, url, undefined, 1);
      expect([name, status, body.error?.fields]).toEqual([
        name,
        400,
        [expect.objectContaining({ path: 'if_match', rule: 'no_version' })],
      ]);
    }
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('with * or on a read changes nothing', async () => {
    const { id } = await company();
    const any = { headers: { 'if-match': '*' } };
    expect((await service.rest('POST', '/api/companies', { name: 'Any' }, any)).status).toBe(201);
    const some = { headers: { 'if-match': '"7"' } };
    expect((await service.rest('GET', `/api/companies/${id}`, undefined, some)).status).toBe(200);
  });
});

describe('the body of a DELETE', () => {
  it('is read: a stale version in it is refused, and so is an unknown member', async () => {
    const { id, version } = await company();
    const path = `/api/companies/${id}`;
    const stale = await send('DELETE', path, { expected_version: version + 1 });
    expect([stale.status, stale.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const unknown = await send('DELETE', path, { expected_verison: version });
    expect([unknown.status, unknown.body.error?.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'expected_verison', rule: 'unknown_field' })],
    ]);
    expect((await send('DELETE', path, { expected_version: version })).status).toBe(200);
  });

  it('is refused by a write without input if it has members', async () => {
    const path = `/api/agent/actions/proposals/${crypto.randomUUID()}/cancel`;
    const reply = await send('POST', path, { reason: 'late' });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
