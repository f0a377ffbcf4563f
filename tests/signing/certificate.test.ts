// The digital signature that sealed PDFs carry with a certificate of the platform, checked by OpenSSL.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.ts';
import { createServer } from '../../src/server.ts';
import { address, SigningWorld, signer } from './signing-world.ts';

let folder: string;
let world: SigningWorld;

const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
    '-subj',
    '/CN=Acme',
  );
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'key.pem',
    '-in',
    'cert.pem',
    '-out',
    'seal.p12',
    '-passout',
    'pass:secret',
  );
  world = await SigningWorld.start({
    SIGNING_CERTIFICATE: join(folder, 'seal.p12'),
    SIGNING_CERTIFICATE_PASSWORD: 'secret',
  });
});

afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Splits a signed PDF into the bytes that are signed and their signature. */
function signatureOf(pdf: Buffer): { signed: Buffer; signature: Buffer } {
  const text = pdf.toString('latin1');
  const [, ...range] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text)!;
  const [start, length, next, rest] = range.map(Number) as [number, number, number, number];
  expect([start, next + rest]).toEqual([0, pdf.length]);
  const hex = text
    .slice(length, next)
    .replace(/[<>\s]/g, '')
    .replace(/(00)+$/, '');
  return {
    signed: Buffer.concat([pdf.subarray(0, length), pdf.subarray(next)]),
    signature: Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex'),
  };
}

/** Verifies a signature with the certificate. @throws Error if it does not fit the bytes */
function verify({ signed, signature }: { signed: Buffer; signature: Buffer }): string {
  writeFileSync(join(folder, 'signed.bin'), signed);
  writeFileSync(join(folder, 'signature.der'), signature);
  const input = ['-inform', 'DER', '-in', 'signature.der', '-binary', '-content', 'signed.bin'];
  // -cades also checks that the signature names its certificate by a hash.
  openssl(
    'cms',
    '-verify',
    '-cades',
    ...input,
    '-CAfile',
    'cert.pem',
    '-purpose',
    'any',
    '-out',
    'verified.bin',
  );
  return openssl('cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', 'signature.der');
}

describe('a service', () => {
  const start = (file: string, password: string) => {
    const settings = { SIGNING_CERTIFICATE: join(folder, file), SIGNING_CERTIFICATE_PASSWORD: password };
    const config = readConfig({ SECRET_KEY: 'a'.repeat(64), DATA_DIR: folder, ...settings });
    return createServer(config, 'postgres://127.0.0.1:9/none').then(
      () => 'started',
      (error) => error.message,
    );
  };

  it('does not start with a certificate that could not seal', async () => {
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'ec.pem');
    openssl('req', '-x509', '-new', '-key', 'ec.pem', '-out', 'ec.crt', '-subj', '/CN=Acme');
    const export_ = ['pkcs12', '-export', '-inkey', 'ec.pem', '-in', 'ec.crt', '-out', 'ec.p12'];
    openssl(...export_, '-passout', 'pass:secret');
    const why = (reason: string) =>
      expect.stringMatching(new RegExp(`^SIGNING_CERTIFICATE must be .*${reason}`));
    expect(await start('seal.p12', 'other')).toEqual(why('Invalid password'));
    expect(await start('key.pem', 'secret')).toEqual(why('ASN.1'));
    expect(await start('ec.p12', 'secret')).toEqual(why('no RSA key'));
  });
});

describe('a sealed document', () => {
  it('carries a signature in the form of PAdES over every byte, which fits no other bytes', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada Byron', ada)]);
    await world.sign(await world.token(ada));
    const { documents } = await world.completed(id);
    const { token, tenantId } = world.service.acme.people.owner;
    const content = await fetch(
      `${world.service.url}/api/signing/${id}/documents/${documents[0].id}/content`,
      {
        headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
      },
    );
    const pdf = Buffer.from(await content.arrayBuffer());
    expect(pdf.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
    const parts = signatureOf(pdf);
    expect(verify(parts)).toContain('CN=Acme');
    const changed = Buffer.from(parts.signed);
    changed[100]! ^= 1;
    expect(() => verify({ ...parts, signed: changed })).toThrow();
  });
});
