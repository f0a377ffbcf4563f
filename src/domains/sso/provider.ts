// The OpenID Connect client: discovery, the authorization URL, and the exchange of a code for verified claims.
import { errors, type JWTPayload, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { EgressBlocked } from '../../egress/egress.ts';
import { invalid, ServiceError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { fetchKeySet, keySetOf, ProviderUnavailable } from './key-sets.ts';
import { ALGORITHMS, CLOCK_TOLERANCE, type SsoFault, ssoFailed } from './rules.ts';

/** Time limit of a request to the provider. */
const TIMEOUT_SECONDS = 10;
/** Maximum age of an identity token; an older one was not issued for this code. */
const TOKEN_AGE = '10m';

type ProviderServices = Pick<Services, 'clock' | 'egress'>;

/** A connection with everything that a request to its provider needs. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  metadata: oidc.ServerMetadata;
}

/** The state of a sign-in while the person is at the provider. */
export interface Attempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
  maxAge: number | null;
}

/** The verified claims of a person. */
export type Claims = JWTPayload & { sub: string };

/**
 * Reads and validates the discovery document and the keys of a provider.
 * @returns the metadata, to be stored with the connection
 * @throws ServiceError URL_NOT_ALLOWED; VALIDATION_ERROR at `issuer` with the reason why the provider cannot be used
 */
export async function discover({ egress }: ProviderServices, issuer: string): Promise<oidc.ServerMetadata> {
  await egress.assertAllowed(issuer);
  const { search, hash, protocol } = new URL(issuer);
  if (search || hash || issuer.includes('/.well-known/'))
    throw invalid('issuer', 'url', 'Send only the issuer, without /.well-known, query and fragment.');
  const metadata = await readMetadata(egress.fetch, issuer, protocol === 'http:');
  const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = metadata;
  const { userinfo_endpoint: userInfo } = metadata;
  if (metadata.issuer !== issuer)
    throw invalid(
      'issuer',
      'issuer',
      `The discovery document names the issuer ${metadata.issuer}; send exactly that.`,
    );
  if (!authorize || !token || !keys)
    throw invalid(
      'issuer',
      'discovery',
      'The discovery document lacks authorization_endpoint, token_endpoint or jwks_uri.',
    );
  for (const url of [authorize, token, keys, ...(userInfo ? [userInfo] : [])])
    await egress.assertAllowed(url);
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  if (!offered.some((algorithm) => ALGORITHMS.includes(algorithm)))
    throw invalid(
      'issuer',
      'algorithm',
      `The provider must support one of the algorithms ${ALGORITHMS.join(', ')}.`,
    );
  if (metadata.code_challenge_methods_supported?.includes('S256') === false)
    throw invalid('issuer', 'pkce', 'The provider must support PKCE with S256.');
  await readKeys(egress.fetch, keys);
  return metadata;
}

async function readMetadata(
  fetch: ProviderServices['egress']['fetch'],
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
    // Removes the functions that the library adds.
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

async function readKeys(fetch: ProviderServices['egress']['fetch'], url: string): Promise<void> {
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
  if (usable.length === 0)
    throw invalid('issuer', 'keys', 'The provider serves no signing key at its jwks_uri.');
}

/** Builds the authorization URL to which a browser is redirected, with PKCE S256. */
export async function authorizationUrl(
  services: ProviderServices,
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
 * Exchanges a code for the identity token and verifies its signature, issuer, audience, nonce and times and, if a
 * maximum age was requested, the time of the authentication (platform.md §4).
 * @throws ServiceError SSO_FAILED
 */
export async function exchangeCode(
  services: ProviderServices,
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
    // The library relies on TLS and does not verify the signature, so it is verified here.
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
    // A provider may return the claims of a scope only at its userinfo endpoint (OpenID Connect Core, section 5.4).
    return { ...(await oidc.fetchUserInfo(configuration, accessToken, payload.sub)), ...payload };
  } catch (error) {
    throw ssoFailed(faultOf(error));
  }
}

function configurationOf({ egress, clock }: ProviderServices, provider: Provider): oidc.Configuration {
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

/** Maps an error of the libraries to a public reason; messages of the provider are never passed on. */
function faultOf(error: unknown): SsoFault {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return 'provider_refused';
  const { code, claim, cause } = error as {
    code?: string;
    claim?: string;
    cause?: { cause?: { claim?: string } };
  };
  const faultOfClaim = FAULT_OF_CLAIM[claim ?? cause?.cause?.claim ?? ''];
  if (faultOfClaim) return faultOfClaim;
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
