// A real OpenID Connect provider on this machine, and a browser that follows its pages.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** A person who is signed in at the provider. */
interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who signs in on the login page. */
  account: ProviderAccount;
  /** When set, returns the identity token that replaces the provider's own. */
  forgeToken: (() => Promise<string>) | undefined;
  /** The public keys that the provider serves. */
  keys: JWK[];
  /** The number of requests for the keys. */
  keyRequests: number;
  /** Whether the provider answers every request with 503. */
  down: boolean;
  /** Signs an identity token with the provider's key, or as the header and key say. */
  sign(
    claims: object,
    header?: { alg?: string; kid?: string },
    key?: CryptoKey | Uint8Array,
  ): Promise<string>;
  stop(): Promise<void>;
}

const CLIENT = { id: 'platform', secret: 'a client secret of forty characters, 1234' };

/** Starts a provider that asks for no password. @param redirectUri the address that browsers may return to */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const privateJwk = { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' };
  const { kty, n, e } = privateJwk;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [privateJwk as never] },
    cookies: { keys: ['of the test'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ ...self.account, sub: accountId }) as never,
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const self: IdentityProvider = {
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    account: { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada Byron' },
    forgeToken: undefined,
    keys: [{ kty, n, e, kid: 'first', use: 'sig', alg: 'RS256' } as JWK],
    keyRequests: 0,
    down: false,
    sign: (claims, header = {}, key = privateKey) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'first', ...header }).sign(key),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  server.on('request', async (request, response) => {
    const path = request.url!.split('?')[0]!;
    if (self.down) return json(response, { error: 'down' }, 503);
    if (path === '/jwks') {
      self.keyRequests += 1;
      return json(response, { keys: self.keys });
    }
    if (path === '/token' && self.forgeToken)
      return json(response, { access_token: 'x', token_type: 'Bearer', id_token: await self.forgeToken() });
    if (path.startsWith('/interaction/'))
      return provider.interactionFinished(request, response, { login: { accountId: self.account.sub } });
    return handle(request, response);
  });
  return self;
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Follows the provider's redirects as a browser does. @returns the query parameters of the final address */
export async function browse(authorizationUrl: string, redirectUri: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(redirectUri)) return Object.fromEntries(new URL(url).searchParams);
  }
  throw new Error('the provider did not redirect to the callback within 10 steps');
}
