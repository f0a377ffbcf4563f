// SECRET_KEY encrypts one root key, so it is replaced without encrypting other data again; the previous key is then useless.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Keys } from '../../src/access/keys.ts';
import { createServer, type Server } from '../../src/server.ts';
import { Inspector } from '../support/inspector.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

const [A, B] = [randomBytes(32), randomBytes(32)];

let service: TestService;
let model: ModelServer;
let token: Identity;
let keyId: string;

beforeAll(async () => {
  model = await startModelServer();
  service = await startService({ SECRET_KEY: A.toString('hex'), WEBHOOK_ALLOW_LOOPBACK: '1' });
  token = service.acme.service;
  const key = await service.rest('POST', '/api/settings/api-keys', {
    ...{ label: 'K', provider: 'openai_compatible', base_url: model.url, secret: 'sk-good-0123456789abcdef' },
  });
  keyId = key.body.data.id;
});

afterAll(async () => {
  await service?.stop();
  await model?.close();
});

/** Starts a process on the same database with another SECRET_KEY. */
function start(secretKey: Buffer, previousSecretKeys: Buffer[] = []): Promise<Server> {
  const { config } = service.server.services;
  return createServer({ ...config, secretKey, previousSecretKeys }, service.databaseUrl);
}

/** Returns the statuses of three requests with earlier secrets: an API token, a session and a provider key. */
async function opens(server: Server): Promise<number[]> {
  const ask = async (method: 'GET' | 'PATCH', url: string, as: Identity, payload?: object) => {
    const headers = { authorization: `Bearer ${as.token}`, 'x-tenant-id': as.tenantId };
    const { statusCode, body } = await server.app.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    });
    return payload && JSON.parse(body).data?.status !== 'active' ? 0 : statusCode;
  };
  const owner = service.acme.people.owner;
  return [
    await ask('GET', '/api/companies', token),
    await ask('GET', '/api/companies', owner),
    await ask('PATCH', `/api/settings/api-keys/${keyId}`, owner, { verify: true }),
  ];
}

const wrappings = async () => (await service.sql(service.acme, 'select wrapped_by from root_keys')).length;

describe('the SECRET_KEY', () => {
  it('can be replaced in two steps, after which only the new key works', async () => {
    await expect(start(B)).rejects.toThrow(/SECRET_KEY does not open the root key/);
    expect(await wrappings()).toBe(1);

    const during = await start(B, [A]);
    expect(await opens(during)).toEqual([200, 200, 200]);
    expect(await wrappings()).toBe(2);
    // During the replacement a process with the previous key can still start.
    const former = await start(A, [B]);
    expect(await opens(former)).toEqual([200, 200, 200]);
    await former.close();
    await during.close();

    const after = await start(B);
    expect(await opens(after)).toEqual([200, 200, 200]);
    expect(await wrappings()).toBe(1);
    await after.close();
    await expect(start(A)).rejects.toThrow(/restore the former SECRET_KEY/);
  });

  it('becomes the root key of a database without one, so that all earlier secrets can be decrypted', async () => {
    const old = randomBytes(32);
    const owner = await Inspector.open(service.databaseUrl);
    await owner.query('delete from root_keys');
    await owner.query('delete from signing_keys');
    await owner.query(
      `insert into signing_keys (kid, public_jwk, sealed_private_jwk, created_at, retired_at) values ('old', '{}', '', now(), now())`,
    );
    await owner.close();
    const server = await start(old);
    expect(server.services.keys.hashToken('tat_x')).toBe(new Keys(old).hashToken('tat_x'));
    await server.close();
  });
});
