// The settings of a process: the only reader of process.env. A schema library such as env-schema cannot express most of
// them: they depend on each other, on files, and on defaults that are created at the first start.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Config {
  production: boolean;
  host: string;
  /** TCP port; 0 picks a free one (tests). */
  port: number;
  /** Base URL that clients use: issuer of tokens, server of the OpenAPI description. */
  publicUrl: string;
  /** Base URL of the pages for people with a link; PUBLIC_URL unless somebody else serves them. */
  pagesUrl: string;
  dataDir: string;
  /** Absent: an embedded PostgreSQL is started under `dataDir`. */
  databaseUrl: string | undefined;
  /** Number of database connections in the request pool. */
  poolSize: number;
  /** Decrypts the root key, from which every other key is derived. */
  secretKey: Buffer;
  /** Former values of SECRET_KEY; they decrypt the root key while SECRET_KEY is being replaced. */
  previousSecretKeys: Buffer[];
  logLevel: string;
  /** Loads the demo workspaces when they are missing. Off by default with `databaseUrl`. */
  demo: boolean;
  clockOffsetFile: string | undefined;
  rateLimitScale: number;
  webhookAllowLoopback: boolean;
  /** `smtps://user:password@host:port`; without it development shows mail in the log, and production fails to send it. */
  smtpUrl: string | undefined;
  /** Sender of every mail. */
  mailFrom: string;
  /** Path names of the two connectors that are made for other products. */
  connectors: { assistant: string; workflow: string };
  /** The S3-compatible store of files; without it they are in PostgreSQL. */
  fileStore: FileStoreSettings | undefined;
  /** Key and certificate with which sealed documents are signed; without it the manifest alone proves them. */
  signingCertificate: { p12: Buffer; password: string } | undefined;
  /** Bearer token that Prometheus sends; without it only this machine may read /metrics. */
  metricsToken: string | undefined;
  /** The account at the payment provider that charges workspaces; without it subscriptions are local and free of charge. */
  stripe: StripeSettings | undefined;
}

export interface StripeSettings {
  secretKey: string;
  /** Secrets of its events, newest first; two while one is replaced. */
  webhookSecrets: string[];
  /** Another address of its API. */
  apiUrl: string | undefined;
}

/** A bucket, from `s3://bucket/prefix?endpoint=https://…&region=…`; credentials come from the environment of the client. */
export interface FileStoreSettings {
  bucket: string;
  /** Empty, or a path that ends in a slash. */
  prefix: string;
  endpoint?: string;
  region?: string;
}

/** Folder of the embedded database and of the service's files if DATA_DIR is not set. */
export const DEFAULT_DATA_DIR = '.data';

/** An invalid setting; the message is the one line that the operator reads. */
export class ConfigError extends Error {}

/** Settings that falsify time, limits or egress; refused in production (spec README point 27). */
const DEVELOPMENT_ONLY = ['CLOCK_OFFSET_FILE', 'RATE_LIMIT_SCALE', 'WEBHOOK_ALLOW_LOOPBACK'] as const;

/**
 * Reads and checks the environment.
 * @throws ConfigError that names the setting and how to correct it
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const production = env.NODE_ENV === 'production';
  if (production) {
    for (const name of DEVELOPMENT_ONLY) {
      if (env[name])
        throw new ConfigError(`${name} is for development and tests; unset it when NODE_ENV=production`);
    }
  }
  const host = env.HOST || '127.0.0.1';
  const port = integer(env, 'PORT', 4000, 0, 65535);
  const dataDir = resolve(env.DATA_DIR || DEFAULT_DATA_DIR);
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://');
  }
  return {
    production,
    host,
    port,
    publicUrl: publicUrl(env, host, port),
    pagesUrl: pagesUrl(env, host, port),
    dataDir,
    databaseUrl,
    poolSize: integer(env, 'POOL_SIZE', 10, 2, 200),
    secretKey: secretKey(env, dataDir, production),
    previousSecretKeys: (env.SECRET_KEY_PREVIOUS ?? '')
      .split(',')
      .filter(Boolean)
      .map((text) => parseKey(text.trim(), 'SECRET_KEY_PREVIOUS')),
    logLevel: oneOf(env, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
    demo: flag(env, 'DEMO', !databaseUrl && !production),
    clockOffsetFile: env.CLOCK_OFFSET_FILE || undefined,
    rateLimitScale: decimal(env, 'RATE_LIMIT_SCALE', 1),
    webhookAllowLoopback: flag(env, 'WEBHOOK_ALLOW_LOOPBACK', false),
    smtpUrl: smtpUrl(env),
    mailFrom: env.MAIL_FROM || 'Platform <no-reply@localhost>',
    connectors: {
      assistant: pathName(env, 'CONNECTOR_ASSISTANT', 'assistant-actions'),
      workflow: pathName(env, 'CONNECTOR_WORKFLOW', 'workflow-builder'),
    },
    fileStore: fileStore(env),
    signingCertificate: signingCertificate(env),
    metricsToken: env.METRICS_TOKEN || undefined,
    stripe: stripe(env),
  };
}

function stripe(env: NodeJS.ProcessEnv): StripeSettings | undefined {
  const secretKey = env.STRIPE_SECRET_KEY;
  if (!secretKey) return undefined;
  const webhookSecrets = (env.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((one) => one.trim());
  if (!webhookSecrets.every(Boolean))
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY, as its events settle payments',
    );
  const apiUrl = env.STRIPE_API_URL || undefined;
  if (apiUrl && !(URL.canParse(apiUrl) && /^https?:$/.test(new URL(apiUrl).protocol)))
    throw new ConfigError(`STRIPE_API_URL must be a URL such as https://api.stripe.com, not "${apiUrl}"`);
  return { secretKey, webhookSecrets, apiUrl };
}

/** Reads the PKCS #12 file of the seal. */
function signingCertificate(env: NodeJS.ProcessEnv): Config['signingCertificate'] {
  const path = env.SIGNING_CERTIFICATE;
  if (!path) return undefined;
  try {
    return { p12: readFileSync(path), password: env.SIGNING_CERTIFICATE_PASSWORD ?? '' };
  } catch {
    throw new ConfigError(`SIGNING_CERTIFICATE must name a readable PKCS #12 file, not "${path}"`);
  }
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be an integer from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function decimal(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!(value > 0)) throw new ConfigError(`${name} must be a number greater than 0, not "${text}"`);
  return value;
}

function flag(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (['1', 'true', 'yes'].includes(text)) return true;
  if (['0', 'false', 'no'].includes(text)) return false;
  throw new ConfigError(`${name} must be 1 or 0, not "${text}"`);
}

function oneOf(env: NodeJS.ProcessEnv, name: string, values: string[], fallback: string): string {
  const text = env[name] || fallback;
  if (!values.includes(text))
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}"`);
  return text;
}

function pathName(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(text) || ['openapi', 'custom'].includes(text))
    throw new ConfigError(`${name} must be a lower-case name such as ${fallback}, not "${text}"`);
  return text;
}

function publicUrl(env: NodeJS.ProcessEnv, host: string, port: number): string {
  const text = env.PUBLIC_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(text))
    throw new ConfigError(`PUBLIC_URL must be a URL such as https://api.example.com, not "${text}"`);
  return text.replace(/\/+$/, '');
}

function pagesUrl(env: NodeJS.ProcessEnv, host: string, port: number): string {
  const text = env.PAGES_URL || publicUrl(env, host, port);
  if (!URL.canParse(text))
    throw new ConfigError(`PAGES_URL must be a URL such as https://app.example.com, not "${text}"`);
  return text.replace(/\/+$/, '');
}

function smtpUrl(env: NodeJS.ProcessEnv): string | undefined {
  const text = env.SMTP_URL || undefined;
  if (text && !(URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)))
    throw new ConfigError('SMTP_URL must be a URL such as smtps://user:password@mail.example.com:465');
  return text;
}

function fileStore(env: NodeJS.ProcessEnv): FileStoreSettings | undefined {
  const text = env.FILES_URL || undefined;
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname)
    throw new ConfigError(
      'FILES_URL must be a bucket such as s3://my-bucket, or s3://my-bucket/prefix?endpoint=https://s3.example.com',
    );
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const [endpoint, region] = ['endpoint', 'region'].map((name) => url.searchParams.get(name) || undefined);
  return { bucket: url.hostname, prefix: path && `${path}/`, endpoint, region };
}

/** Parses a key of 32 bytes or more from hex or base64. */
function parseKey(text: string, name: string): Buffer {
  const key = /^[0-9a-f]{64,}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length < 32)
    throw new ConfigError(`${name} must have at least 32 bytes, as hex or base64 (openssl rand -hex 32)`);
  return key;
}

/** Returns SECRET_KEY; in development without it, a key that is created once and kept in the data folder. */
function secretKey(env: NodeJS.ProcessEnv, dataDir: string, production: boolean): Buffer {
  const text = env.SECRET_KEY;
  if (text) return parseKey(text, 'SECRET_KEY');
  if (production)
    throw new ConfigError('SECRET_KEY is required with NODE_ENV=production (openssl rand -hex 32)');
  const file = join(dataDir, 'secret-key');
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  } catch {
    const key = randomBytes(32);
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o755 });
      writeFileSync(file, key.toString('hex'), { mode: 0o600, flag: 'wx' });
      return key;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
      throw new ConfigError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
    }
  }
}

/** Returns the environment for child processes, without our secrets and without PG* variables, which change PostgreSQL. */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = env;
  return { PATH, TZ: 'UTC', LC_ALL: 'C', ...(SystemRoot && { SystemRoot }) };
}
