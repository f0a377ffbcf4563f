// npm run demo: signs in at the running service as everybody whom the demo knows, and says what to try.
import { type Config, ConfigError, readConfig } from '../config.ts';
import { readAgentTokens } from '../demo/tokens-file.ts';
import {
  type DemoWorkspace,
  OPERATOR,
  PASSWORD,
  ROLES,
  type RoleKey,
  WORKSPACES,
} from '../demo/workspaces.ts';
import { readServiceFile } from '../service-file.ts';

/** What stands between the demo and its tokens, in one line. */
class DemoError extends Error {}

interface SignedIn {
  access_token: string;
  memberships: { tenant: { id: string; slug: string } }[];
}

interface TenantTokens {
  id: string;
  slug: string;
  tokens: Record<RoleKey | 'agent', string>;
}

interface Demo {
  base_url: string;
  graphql_url: string;
  tenants: TenantTokens[];
  operator: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** PORT, HOST and PUBLIC_URL have the first word, then the service that runs on the data folder. */
function addressOf({ publicUrl, dataDir, port }: Config): string {
  const named = port !== 0 && publicUrl !== DEFAULT_URL ? publicUrl : undefined;
  const url = named ?? readServiceFile(dataDir)?.url ?? DEFAULT_URL;
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** @throws DemoError when nothing answers, or not the service */
async function call<T>(
  url: string,
  path: string,
  token?: string,
  body?: object,
  tenantId?: string,
): Promise<{ status: number; data: T }> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(tenantId && { 'x-tenant-id': tenantId }),
  };
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new DemoError(
      `no service answers at ${url}; start it with npm start, or run this with the DATA_DIR that it was started with: DATA_DIR=… npm run demo`,
    );
  });
  if (response.status === 429)
    throw new DemoError(`too many requests; try again in ${response.headers.get('retry-after') ?? 60} s`);
  const answer = (await response.json().catch(() => ({}))) as { data: T };
  return { status: response.status, data: answer.data };
}

/** @throws DemoError when the service does not know the person */
async function signIn(url: string, email: string): Promise<SignedIn> {
  const { status, data } = await call<SignedIn>(url, '/api/auth/sign-in', undefined, {
    email,
    password: PASSWORD,
  });
  if (status === 401)
    throw new DemoError(
      `the service at ${url} has no demo (or changed its passwords); start it with DEMO=1 to load it, or name another service by its DATA_DIR`,
    );
  if (status !== 200) throw new DemoError(`signing in as ${email} at ${url} was answered with ${status}`);
  return data;
}

/** A token of the person that is bound to the workspace. */
async function enter(url: string, slug: string, role: RoleKey): Promise<{ tenantId: string; token: string }> {
  const session = await signIn(url, `${role}@${slug}.example`);
  const tenantId = session.memberships.find(({ tenant }) => tenant.slug === slug)?.tenant.id;
  if (!tenantId)
    throw new DemoError(`${role}@${slug}.example is no member of the workspace ${slug} any more`);
  const { status, data } = await call<{ access_token: string }>(
    url,
    '/api/auth/tenant',
    session.access_token,
    { tenant_id: tenantId },
  );
  if (status !== 200)
    throw new DemoError(`the workspace ${slug} does not let ${role}@${slug}.example in (${status})`);
  return { tenantId, token: data.access_token };
}

async function tokensOf(
  url: string,
  { slug }: DemoWorkspace,
  agent: string | undefined,
  dataDir: string,
): Promise<TenantTokens> {
  const entered = await Promise.all(ROLES.map(async (role) => [role, await enter(url, slug, role)] as const));
  const { tenantId } = entered[0]![1];
  // A token of another database would be refused later, and less clearly.
  const works = agent && (await call(url, '/api/auth/session', agent, undefined, tenantId)).status === 200;
  if (!works)
    throw new DemoError(
      `the service at ${url} does not know the demo agent of ${slug} from ${dataDir}; run this with the DATA_DIR that it was started with (DATA_DIR=… npm run demo), or restart the service, which makes a new token`,
    );
  const people = Object.fromEntries(entered.map(([role, { token }]) => [role, token])) as Record<
    RoleKey,
    string
  >;
  return { id: tenantId, slug, tokens: { ...people, agent } };
}

async function collect(config: Config): Promise<Demo> {
  const url = addressOf(config);
  const agents = readAgentTokens(config.dataDir);
  const [operator, ...tenants] = await Promise.all([
    signIn(url, OPERATOR.email),
    ...WORKSPACES.map((workspace) => tokensOf(url, workspace, agents[workspace.slug], config.dataDir)),
  ]);
  return { base_url: url, graphql_url: `${url}/graphql`, tenants, operator: operator.access_token };
}

/** Lines for `eval`, so that the examples of the README can be pasted. */
function shellLines({ base_url, tenants: [first] }: Demo): string {
  const { id, tokens } = first!;
  return `export API=${base_url} TENANT=${id} TOKEN=${tokens.owner} AGENT=${tokens.agent}\n`;
}

function table({ base_url, tenants }: Demo): string {
  const lines = [
    `The demo at ${base_url}: everybody below was just signed in. The password of all is "${PASSWORD}".`,
    '',
  ];
  for (const { slug, id, tokens } of tenants) {
    lines.push(`${slug.padEnd(13)} x-tenant-id  ${id}`);
    lines.push(`${' '.repeat(14)}sign in as   ${ROLES.map((role) => `${role}@${slug}.example`).join(', ')}`);
    lines.push(`${' '.repeat(14)}agent token  ${tokens.agent}`, '');
  }
  lines.push(`${'platform'.padEnd(14)}sign in as   ${OPERATOR.email}`, '');
  lines.push(
    'To try:',
    '  eval "$(npm run -s demo -- --shell)"   sets API, TENANT, TOKEN (an owner, 15 minutes) and AGENT',
    '  curl -s "$API/api/companies?search=logistik&pageSize=2" -H "authorization: Bearer $TOKEN"',
    `  ${base_url}/graphiql   ${base_url}/docs`,
    '  npm run -s demo -- --json              all tokens',
  );
  return `${lines.join('\n')}\n`;
}

try {
  const demo = await collect(readConfig());
  const [how] = process.argv.slice(2);
  process.stdout.write(
    how === '--json' ? `${JSON.stringify(demo)}\n` : how === '--shell' ? shellLines(demo) : table(demo),
  );
} catch (error) {
  if (!(error instanceof DemoError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
