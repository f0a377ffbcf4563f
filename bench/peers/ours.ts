// The peer "ours": our service as in production, with all access control and limits. Issues tokens and CPU profiles for
// the bench.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { readConfig } from '../../src/config.ts';
import { accessTokenOf } from '../../src/domains/auth/refresh.ts';
import { createApiToken } from '../../src/domains/tenants/service.ts';
import { createServer, startWorker } from '../../src/server.ts';
import { ownerId } from '../dataset/sizes.ts';
import { workloads } from '../workloads/index.ts';
import { missingResolvers, mountPersisted } from './persisted.ts';
import { databaseUrl, POOL, ready } from './start.ts';

const folder = mkdtempSync(join(tmpdir(), 'platform-bench-ours-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

// The process runs with NODE_ENV=production, as the peers do, but the settings are read without it: production refuses
// RATE_LIMIT_SCALE, and a load test exceeds the usual limits. Rate limits are still counted.
const config = readConfig({
  SECRET_KEY: '5a'.repeat(32),
  LOG_LEVEL: 'warn',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl(),
  POOL_SIZE: String(POOL.max),
  RATE_LIMIT_SCALE: '100000',
});
const server = await createServer(config, databaseUrl());
mountPersisted(server);
await server.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = server.app.server.address() as AddressInfo;
const { services } = server;

ready(port, {
  mcp: server.app.hasRoute({ method: 'POST', url: '/api/agent/mcp' }),
  missing: Object.fromEntries(workloads.map(({ name, needs }) => [name, missingResolvers(needs)])),
});

const inspector = new Session();

const MAX_ACTIONS = 1_000_000;

interface BenchMessage {
  id: number;
  ask: 'credentials' | 'startProfile' | 'stopProfile' | 'startWorker';
  workspace: number;
  tenantId: string;
  file: string;
}

process.on('message', async ({ id, ask, workspace, tenantId, file }: BenchMessage) => {
  const handlers = {
    credentials: () => credentials(workspace, tenantId),
    startProfile: () => startProfile(),
    stopProfile: () => stopProfile(file),
    // Runs jobs in this process, as `npm start` does.
    startWorker: async () => void (await startWorker(services, databaseUrl(), server.app.log)),
  };
  try {
    process.send!({ id, answer: await handlers[ask]() });
  } catch (error) {
    process.send!({ id, error: (error as Error).stack });
  }
});

/** Creates tokens for a service, a person and an agent, each with all scopes. */
async function credentials(workspace: number, tenantId: string): Promise<object> {
  const scopes = [...new Set(services.catalogue.operations.flatMap(({ access }) => access.scope ?? []))];
  const now = services.clock.now();
  return services.database.write({ tenantId }, async ({ db }) => {
    const token = (kind: 'service' | 'agent', roleKey?: string) =>
      createApiToken(db, {
        tenantId,
        name: `${kind} of the bench`,
        kind,
        ...(roleKey && { roleKey }),
        scopes,
        keys: services.keys,
        now,
      });
    const session = {
      id: uuid(),
      user_id: ownerId(workspace),
      active_tenant_id: tenantId,
      auth_time: now,
      amr: ['pwd'],
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    };
    await db('sessions').insert(session);
    const { accessToken } = await accessTokenOf(services, session);
    const secrets = {
      service: (await token('service', 'admin')).secret,
      agent: (await token('agent')).secret,
      person: accessToken,
    };
    // The daily caps of agents are raised for the load test, but still counted.
    await db('agents').update({ daily_action_cap: MAX_ACTIONS });
    await db('automation_policies').update({ daily_cap: MAX_ACTIONS });
    return secrets;
  });
}

async function startProfile(): Promise<void> {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.setSamplingInterval', { interval: 200 });
  await inspector.post('Profiler.start');
}

async function stopProfile(file: string): Promise<void> {
  const { profile } = await inspector.post('Profiler.stop');
  inspector.disconnect();
  writeFileSync(file, JSON.stringify(profile));
}
