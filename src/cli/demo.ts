// npm run demo: signs in to the running service as every demo user, and prints their tokens and examples to try.
import { Secret, TOTP } from 'otpauth';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { guardedRoomToken, roomToken, signingToken } from '../demo/links.ts';
import { OPERATOR_SECRET, OPERATORS } from '../demo/operators.ts';
import { readAgentTokens } from '../demo/tokens-file.ts';
import { type DemoWorkspace, PASSWORD, ROLES, type RoleKey, WORKSPACES } from '../demo/workspaces.ts';
import { readServiceFile } from '../service-file.ts';

/** A reason why the tokens cannot be fetched, in one line. */
class DemoError extends Error {}

interface SignedIn {
  access_token: string;
  memberships: { tenant: { id: string; slug: string } }[];
}

interface TenantTokens {
  id: string;
  slug: string;
  tokens: Record<RoleKey | 'agent', string>;
  /** The pages of people outside of the team. */
  pages: { room: string; guardedRoom: string; sign: string };
}

interface Demo {
  base_url: string;
  graphql_url: string;
  tenants: TenantTokens[];
  /** Null if its one-time codes were used within the last minute. */
  operator: string | null;
}

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** Returns the URL of the service: PORT, HOST and PUBLIC_URL come first, then the service file in the data folder. */
function addressOf({ publicUrl, dataDir, port }: Config): string {
  const configured = port !== 0 && publicUrl !== DEFAULT_URL ? publicUrl : undefined;
  const url = configured ?? readServiceFile(dataDir)?.url ?? DEFAULT_URL;
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Calls the service. @throws DemoError if nothing answers, or requests are rate limited */
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
      `no service answers at ${url}; start it with npm start, or run this with the DATA_DIR of the running service: DATA_DIR=… npm run demo`,
    );
  });
  if (response.status === 429)
    throw new DemoError(`too many requests; try again in ${response.headers.get('retry-after') ?? 60} s`);
  const answer = (await response.json().catch(() => ({}))) as { data: T };
  return { status: response.status, data: answer.data };
}

/** Signs in a demo user. @throws DemoError if the service does not accept them */
async function signIn(url: string, email: string): Promise<SignedIn> {
  const { status, data } = await call<SignedIn>(url, '/api/auth/sign-in', undefined, {
    email,
    password: PASSWORD,
  });
  if (status === 401)
    throw new DemoError(
      `the service at ${url} has no demo (or changed its passwords); start it with DEMO=1 to load it, or set DATA_DIR to that of another service`,
    );
  if (status !== 200) throw new DemoError(`signing in as ${email} at ${url} failed with status ${status}`);
  return data;
}

/** Signs the first operator in with a one-time code; each code is accepted once, so the next one is tried too. */
async function signInOperator(url: string): Promise<string | null> {
  const totp = new TOTP({ secret: Secret.fromBase32(OPERATOR_SECRET) });
  for (const ahead of [0, 30_000]) {
    const { status, data } = await call<SignedIn>(url, '/api/auth/sign-in', undefined, {
      email: OPERATORS[0].email,
      password: PASSWORD,
      code: totp.generate({ timestamp: Date.now() + ahead }),
    });
    if (status === 200) return data.access_token;
  }
  return null;
}

/** Returns a token of the person that is bound to the workspace. */
async function enter(url: string, slug: string, role: RoleKey): Promise<{ tenantId: string; token: string }> {
  const session = await signIn(url, `${role}@${slug}.example`);
  const tenantId = session.memberships.find(({ tenant }) => tenant.slug === slug)?.tenant.id;
  if (!tenantId)
    throw new DemoError(`${role}@${slug}.example is no longer a member of the workspace ${slug}`);
  const { status, data } = await call<{ access_token: string }>(
    url,
    '/api/auth/tenant',
    session.access_token,
    { tenant_id: tenantId },
  );
  if (status !== 200)
    throw new DemoError(`${role}@${slug}.example cannot enter the workspace ${slug} (status ${status})`);
  return { tenantId, token: data.access_token };
}

async function tokensOf(
  url: string,
  { slug }: DemoWorkspace,
  agent: string | undefined,
  dataDir: string,
): Promise<TenantTokens> {
  const people = await Promise.all(ROLES.map(async (role) => [role, await enter(url, slug, role)] as const));
  const { tenantId } = people[0]![1];
  // Check now, because a token of another database would be refused later with a less clear message.
  const isValid = agent && (await call(url, '/api/auth/session', agent, undefined, tenantId)).status === 200;
  if (!isValid)
    throw new DemoError(
      `the service at ${url} does not accept the demo agent token of ${slug} in ${dataDir}; run this with the DATA_DIR that the service was started with (DATA_DIR=… npm run demo), or restart the service, which creates a new token`,
    );
  const peopleTokens = Object.fromEntries(people.map(([role, { token }]) => [role, token])) as Record<
    RoleKey,
    string
  >;
  const pages = {
    room: `${url}/room#token=${roomToken(tenantId)}`,
    guardedRoom: `${url}/room#token=${guardedRoomToken(tenantId)}`,
    sign: `${url}/sign#token=${signingToken(tenantId)}`,
  };
  return { id: tenantId, slug, tokens: { ...peopleTokens, agent }, pages };
}

async function collect(config: Config): Promise<Demo> {
  const url = addressOf(config);
  const agents = readAgentTokens(config.dataDir);
  const [operator, ...tenants] = await Promise.all([
    signInOperator(url),
    ...WORKSPACES.map((workspace) => tokensOf(url, workspace, agents[workspace.slug], config.dataDir)),
  ]);
  return { base_url: url, graphql_url: `${url}/graphql`, tenants, operator };
}

/** Returns shell lines for `eval`, which set the variables that the README's examples use. */
function shellLines({ base_url, tenants: [first] }: Demo): string {
  const { id, tokens } = first!;
  return `export API=${base_url} TENANT=${id} TOKEN=${tokens.owner} AGENT=${tokens.agent}\n`;
}

function table({ base_url, tenants }: Demo): string {
  const lines = [
    `The demo at ${base_url}: all users below were just signed in. Their password is "${PASSWORD}".`,
    '',
  ];
  for (const { slug, id, tokens, pages } of tenants) {
    lines.push(`${slug.padEnd(13)} x-tenant-id  ${id}`);
    lines.push(`${' '.repeat(14)}sign in as   ${ROLES.map((role) => `${role}@${slug}.example`).join(', ')}`);
    lines.push(`${' '.repeat(14)}agent token  ${tokens.agent}`);
    lines.push(`${' '.repeat(14)}as a buyer   ${pages.room}`);
    lines.push(`${' '.repeat(14)}with gates   ${pages.guardedRoom}`);
    lines.push(`${' '.repeat(14)}as a signer  ${pages.sign}`, '');
  }
  lines.push(`${'platform'.padEnd(14)}sign in as   ${OPERATORS.map(({ email }) => email).join(', ')}`);
  lines.push(`${' '.repeat(14)}code secret  ${OPERATOR_SECRET} (for an authenticator)`, '');
  lines.push(
    'Examples:',
    '  eval "$(npm run -s demo -- --shell)"   sets API, TENANT, TOKEN (an owner, 15 minutes) and AGENT',
    '  curl -s "$API/api/companies?search=logistik&pageSize=2" -H "authorization: Bearer $TOKEN"',
    `  ${base_url}/graphiql   ${base_url}/docs`,
    '  npm run -s demo -- --json              all tokens',
  );
  return `${lines.join('\n')}\n`;
}

try {
  const demo = await collect(readConfig());
  const [format] = process.argv.slice(2);
  process.stdout.write(
    format === '--json' ? `${JSON.stringify(demo)}\n` : format === '--shell' ? shellLines(demo) : table(demo),
  );
} catch (error) {
  if (!(error instanceof DemoError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
