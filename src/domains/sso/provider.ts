// What is said to an identity provider: discovery, the address to send a browser to, the exchange of a code for a proof.
import { errors, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { EgressBlocked } from '../../egress/egress.ts';
import { invalid, ServiceError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { fetchKeySet, keySetOf, ProviderUnavailable } from './key-sets.ts';
import { ALGORITHMS, CLOCK_TOLERANCE, type SsoFault, ssoFailed } from './rules.ts';

/** The provider may take this long for one answer. */
const TIMEOUT_SECONDS = 10;
/** An identity token is made for its code; an older one was kept by somebody. */
const TOKEN_AGE = '10m';

type Needs = Pick<Services, 'clock' | 'egress'>;

/** A connection with all that it takes to speak to its provider. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  metadata: oidc.ServerMetadata;
}

/** What is remembered of a sign-in while the person is at the provider. */
export interface Attempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  maxAge: number | null;
}

/** What a provider says of a person, verified. */
export type Claims = JWTPayload & { sub: string };

/**
 * Reads the discovery document and the keys of a provider.
 * @returns the endpoints, to be stored with the connection
 * @throws ServiceError URL_NOT_ALLOWED; VALIDATION_ERROR at `issuer` for a provider that cannot be used, saying why
 */
export async function discover({ egress }: Needs, issuer: string): Promise<oidc.ServerMetadata> {
  await egress.assertAllowed(issuer);
  const { search, hash, protocol } = new URL(issuer);
  if (search || hash || issuer.includes('/.well-known/'))
    throw invalid('issuer', 'url', 'Give the issuer alone, without /.well-known, query and fragment.');
  const metadata = await readMetadata(egress.fetch, issuer, protocol === 'http:');
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata;
  const { userinfo_endpoint: userInfo } = metadata;
  if (metadata.issuer !== issuer)
    throw invalid('issuer', 'issuer', `The provider calls itself ${metadata.issuer}; give exactly that.`);
  if (!authorize || !token || !keys)
    throw invalid('issuer', 'discovery', 'The provider names no authorization, token or key address.');
  for (const url of [authorize, token, keys, ...(userInfo ? [userInfo] : [])])
    await egress.assertAllowed(url);
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  if (!offered.some((algorithm) => ALGORITHMS.includes(algorithm)))
    throw invalid('issuer', 'algorithm', `The provider must sign by one of ${ALGORITHMS.join(', ')}.`);
  if (metadata.code_challenge_methods_supported?.includes('S256') === false)
    throw invalid('issuer', 'pkce', 'The provider must take PKCE with S256.');
  await readKeys(egress.fetch, keys);
  return metadata;
}

async function readMetadata(
  fetch: Needs['egress']['fetch'],
  issuer: string,
  insecure: boolean,
): Promise<oidc.ServerMetadata> {
  try {
    const found = await oidc.discovery(new URL(issuer), 'discovery', undefined, oidc.None(), {
      [oidc.customFetch]: fetch as oidc.CustomFetch,
      timeout: TIMEOUT_SECONDS,
      // Only this machine, and only by the development setting, gets so far without TLS.
      ...(insecure && { execute: [oidc.allowInsecureRequests] }),
    });
    // Without the functions that the library adds.
    return JSON.parse(JSON.stringify(found.serverMetadata()));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw invalid(
      'issuer',
      'discovery',
      'The issuer serves no valid discovery document at /.well-known/openid-configuration.',
    );
  }
}

async function readKeys(fetch: Needs['egress']['fetch'], url: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
  const request = { method: 'GET', redirect: 'manual', headers: new Headers(), signal } as const;
  const { keys } = await fetchKeySet(fetch, url, request).catch((error) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw invalid('issuer', 'keys', 'The provider serves no key set at its jwks_uri.');
  });
  const usable = keys.filter((key) => {
    const { kty, use } = (key ?? {}) as { kty?: unknown; use?: unknown };
    return ['RSA', 'EC', 'OKP'].includes(kty as string) && use !== 'enc';
  });
  if (usable.length === 0) throw invalid('issuer', 'keys', 'The provider serves no key that can sign.');
}

/** The address at the provider to which a browser is sent, with PKCE S256. */
export async function authorizationUrl(
  services: Needs,
  provider: Provider,
  attempt: Attempt,
): Promise<string> {
  return oidc.buildAuthorizationUrl(configurationOf(services, provider), {
    scope: 'openid email profile',
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
    ...(attempt.maxAge !== null && { max_age: String(attempt.maxAge) }),
  }).href;
}

/**
 * Exchanges a code for the identity token and verifies it: signature by the keys of the provider, issuer, audience,
 * nonce, times and, where an age was asked for, when the person was asked (platform.md §4).
 * @throws ServiceError SSO_FAILED
 */
export async function redeem(
  services: Needs,
  provider: Provider,
  attempt: Attempt,
  { code, iss }: { code: string; iss?: string | null | undefined },
): Promise<Claims> {
  const callback = new URL(attempt.redirectUri);
  callback.searchParams.set('code', code);
  callback.searchParams.set('state', attempt.state);
  if (iss) callback.searchParams.set('iss', iss);
  const configuration = configurationOf(services, provider);
  try {
    const { id_token: token, access_token: accessToken } = await oidc.authorizationCodeGrant(
      configuration,
      callback,
      {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
        idTokenExpected: true,
        ...(attempt.maxAge !== null && { maxAge: attempt.maxAge }),
      },
    );
    // The library trusts the connection to the provider and leaves the signature alone.
    const { payload } = await jwtVerify<Claims>(
      token!,
      keySetOf(services.egress, provider.metadata.jwks_uri!),
      {
        algorithms: ALGORITHMS,
        issuer: provider.issuer,
        audience: provider.clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: TOKEN_AGE,
        currentDate: services.clock.now(),
      },
    );
    if (payload.email !== undefined || !provider.metadata.userinfo_endpoint) return payload;
    // What a scope stands for may be told there alone (OpenID Connect Core, section 5.4).
    return { ...(await oidc.fetchUserInfo(configuration, accessToken, payload.sub)), ...payload };
  } catch (error) {
    throw ssoFailed(faultOf(error));
  }
}

function configurationOf({ egress, clock }: Needs, provider: Provider): oidc.Configuration {
  const { metadata, clientId, clientSecret } = provider;
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const withSecret = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  const configuration = new oidc.Configuration(
    metadata,
    clientId,
    {
      [oidc.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1000),
      [oidc.clockTolerance]: CLOCK_TOLERANCE,
    },
    clientSecret === null ? oidc.None() : withSecret(clientSecret),
  );
  configuration[oidc.customFetch] = egress.fetch as oidc.CustomFetch;
  configuration.timeout = TIMEOUT_SECONDS;
  // Only this machine, and only by the development setting, gets so far without TLS.
  if (provider.issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration);
  return configuration;
}

const FAULT_OF_CLAIM: Record<string, SsoFault> = {
  iss: 'issuer_mismatch',
  aud: 'audience_mismatch',
  azp: 'audience_mismatch',
  nonce: 'nonce_mismatch',
  exp: 'token_expired',
  iat: 'token_expired',
  nbf: 'token_expired',
  auth_time: 'proof_too_old',
};

/** What a failure of the libraries may be told as; the words of the provider are never passed on. */
function faultOf(error: unknown): SsoFault {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return 'provider_refused';
  const { code, claim, cause } = error as {
    code?: string;
    claim?: string;
    cause?: { cause?: { claim?: string } };
  };
  const named = FAULT_OF_CLAIM[claim ?? cause?.cause?.claim ?? ''];
  if (named) return named;
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'signature_invalid';
  const unreachable =
    error instanceof ProviderUnavailable ||
    error instanceof EgressBlocked ||
    error instanceof ServiceError ||
    error instanceof TypeError ||
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(code ?? '');
  return unreachable ? 'provider_unavailable' : 'token_invalid';
}
