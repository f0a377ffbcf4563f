// Multi-factor authentication with one-time codes: enrolment, sign-in, recovery codes and disabling.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { makeRecoveryCodes, makeSecret, otpauthUrl, stepOf } from '../../src/domains/auth/totp.ts';
import { Inspector } from '../support/inspector.ts';
import { auditEntriesOf, newMember, type Person, signIn, signInTo } from '../support/people.ts';
import { type Identity, PASSWORD, type Reply, startService, type TestService } from '../support/service.ts';

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

const mfa = (as: Identity, body: object): Promise<Reply> =>
  service.rest('POST', '/api/auth/mfa', body, { as });

/** Returns the code that an authenticator shows, some steps from now. */
function codeOf(secret: string, steps = 0): string {
  const now = service.server.services.clock.now().getTime();
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
}

interface Protected extends Person {
  as: Identity;
  secret: string;
  recoveryCodes: string[];
}

/** Creates a member with one-time codes enabled. */
async function protectedPerson(): Promise<Protected> {
  const person = await newMember(service, service.acme);
  const as = await signInTo(service, service.acme, person.email);
  const { secret } = (await mfa(as, { action: 'enrol', password: PASSWORD })).body.data;
  const confirmed = await mfa(as, { action: 'confirm', code: codeOf(secret, -1) });
  return { ...person, as, secret, recoveryCodes: confirmed.body.data.recovery_codes };
}

describe('enrolling in one-time codes', () => {
  it('returns a secret, and sign-in asks for a code only once a first code is confirmed', async () => {
    const person = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, person.email);
    const enrolled = await mfa(as, { action: 'enrol', password: PASSWORD });
    expect(enrolled.body.data).toMatchObject({ enabled: false, recovery_codes: null });
    const url = new URL(enrolled.body.data.otpauth_url);
    expect([url.searchParams.get('digits'), url.searchParams.get('period')]).toEqual(['6', '30']);
    expect(url.searchParams.get('secret')).toBe(enrolled.body.data.secret);
    expect((await signIn(service, person.email)).status).toBe(200);
    const wrong = await mfa(as, { action: 'confirm', code: '000000' });
    expect(wrong.body.error.fields).toMatchObject([{ path: 'code', rule: 'one_time_code' }]);
    const confirmed = await mfa(as, { action: 'confirm', code: codeOf(enrolled.body.data.secret) });
    expect(confirmed.body.data).toMatchObject({ enabled: true, secret: null, otpauth_url: null });
    expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10);
    const again = await mfa(as, { action: 'enrol', password: PASSWORD });
    expect(again).toMatchObject({ status: 409, body: { error: { details: { reason: 'mfa_enabled' } } } });
    const lines = await auditEntriesOf(service, service.acme, person.userId);
    expect(lines.map(({ action }) => action)).toEqual([
      'auth.signed_in',
      'auth.tenant_selected',
      'auth.signed_in',
      'auth.mfa_enabled',
    ]);
  });

  it('requires the password, and writes nothing without it', async () => {
    const { email, userId } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    for (const password of [undefined, 'not the right passphrase']) {
      const refused = await mfa(as, { action: 'enrol', ...(password && { password }) });
      expect(refused.body.error).toMatchObject({ code: 'VALIDATION_ERROR', fields: [{ path: 'password' }] });
    }
    const [user] = await inspector.query('select mfa_secret from users where id = $1', [userId]);
    expect(user).toEqual({ mfa_secret: null });
    const early = await mfa(as, { action: 'confirm', code: '123456' });
    expect(early.body.error.details).toEqual({ reason: 'mfa_not_enrolled' });
  });

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { userId, secret, recoveryCodes } = await protectedPerson();
    const rows = await inspector.query(
      `select to_jsonb(u) as row from users u where id = $1 union all select to_jsonb(r) from recovery_codes r where user_id = $1
       union all select to_jsonb(a) from audit_entries a where target_id = $1`,
      [userId],
    );
    expect(rows.length).toBeGreaterThan(11);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(JSON.stringify(rows)).not.toContain(text);
  });
});

describe('a GraphQL response with secrets', () => {
  it('is not stored for idempotent replay', async () => {
    const { email } = await newMember(service, service.acme);
    const as = await signInTo(service, service.acme, email);
    const query = `mutation { manageMfa(action: ENROL, password: "${PASSWORD}") { secret } }`;
    const enrol = () => service.graphql(query, {}, { as, headers: { 'idempotency-key': 'enrol-once' } });
    const [first, second] = [await enrol(), await enrol()];
    expect(first.body.data.manageMfa.secret).not.toBe(second.body.data.manageMfa.secret);
    expect(await inspector.query(`select from idempotency_keys where key = 'enrol-once'`)).toEqual([]);
  });
});

describe('signing in with one-time codes', () => {
  it('lists the missing methods once the password is right, and accepts each code once', async () => {
    const { email, secret } = await protectedPerson();
    const missing = await signIn(service, email);
    expect(missing).toMatchObject({
      status: 401,
      body: { error: { code: 'MFA_REQUIRED', details: { methods: ['totp', 'recovery_code'] } } },
    });
    expect((await signIn(service, email, { password: 'not the right one' })).body.error.code).toBe(
      'UNAUTHENTICATED',
    );
    const code = codeOf(secret);
    const entered = await signIn(service, email, { code });
    expect(entered.body.data.user.mfa_enabled).toBe(true);
    expect((await signIn(service, email, { code })).body.error.code).toBe('UNAUTHENTICATED');
    const before = codeOf(secret, -1);
    expect((await signIn(service, email, { code: before })).body.error.code).toBe('UNAUTHENTICATED');
    expect((await signIn(service, email, { code: codeOf(secret, 1) })).status).toBe(200);
    expect((await signIn(service, email, { code: codeOf(secret, 3) })).status).toBe(401);
  });

  it('accepts a code once, even when it arrives several times at the same moment', async () => {
    const { email, secret, recoveryCodes } = await protectedPerson();
    for (const code of [codeOf(secret), recoveryCodes[0]!]) {
      const replies = await Promise.all([1, 2, 3].map(() => signIn(service, email, { code })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });

  it('accepts a recovery code once, in any spelling, and none of another person', async () => {
    const [{ email, recoveryCodes }, other] = [await protectedPerson(), await protectedPerson()];
    const code = recoveryCodes[3]!;
    const respelled = code.toUpperCase().replaceAll('-', ' ');
    expect((await signIn(service, other.email, { code })).status).toBe(401);
    expect((await signIn(service, email, { code: respelled })).status).toBe(200);
    expect((await signIn(service, email, { code })).status).toBe(401);
  });

  it('counts wrong codes like wrong passwords, but not attempts without a code', async () => {
    const strict = await startService({ RATE_LIMIT_SCALE: '1' });
    try {
      const { email } = await newMember(strict, strict.acme);
      const as = await signInTo(strict, strict.acme, email);
      const post = (body: object) => strict.rest('POST', '/api/auth/mfa', body, { as });
      const { secret } = (await post({ action: 'enrol', password: PASSWORD })).body.data;
      await post({ action: 'confirm', code: codeOf(secret, -1) });
      for (let n = 0; n < 12; n += 1)
        expect((await signIn(strict, email)).body.error.code).toBe('MFA_REQUIRED');
      for (let n = 0; n < 10; n += 1)
        expect((await signIn(strict, email, { code: '000000' })).body.error.code).toBe('UNAUTHENTICATED');
      const refused = await signIn(strict, email, { code: codeOf(secret) });
      expect(refused).toMatchObject({
        status: 429,
        body: { error: { details: { policy: 'auth-identity' } } },
      });
    } finally {
      await strict.stop();
    }
  });
});

describe('disabling one-time codes', () => {
  it('requires a code or a recovery code, and deletes the other recovery codes', async () => {
    const { email, as, recoveryCodes, userId } = await protectedPerson();
    expect((await mfa(as, { action: 'disable' })).body.error.fields).toMatchObject([
      { path: 'code', rule: 'required' },
    ]);
    expect((await mfa(as, { action: 'disable', code: '000000' })).status).toBe(400);
    expect((await mfa(as, { action: 'disable', code: recoveryCodes[9] })).body.data.enabled).toBe(false);
    expect((await signIn(service, email)).status).toBe(200);
    const remaining = await inspector.query('select from recovery_codes where user_id = $1', [userId]);
    expect(remaining).toEqual([]);
    expect((await mfa(as, { action: 'disable', code: recoveryCodes[8] })).body.error.details).toEqual({
      reason: 'mfa_not_enabled',
    });
  });
});

describe('a one-time code', () => {
  it('is valid in its own step and in the adjacent ones, for any secret and time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.integer({ min: -4, max: 4 }),
        (seconds, steps) => {
          const secret = makeSecret();
          const now = new Date(seconds * 1000 + 120_000);
          const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
            timestamp: now.getTime() + steps * 30_000,
          });
          const step = stepOf(secret, code, now);
          const currentStep = Math.floor(now.getTime() / 30_000);
          if (Math.abs(steps) <= 1) expect(step).toBe(currentStep + steps);
          // One code in 330,000 equals that of a neighbouring step.
          else expect([undefined, currentStep - 1, currentStep, currentStep + 1]).toContain(step);
        },
      ),
    );
  });

  it('differs in format from recovery codes, and its otpauth URL names the service and the account', () => {
    const codes = makeRecoveryCodes();
    expect(codes.every((code) => /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code))).toBe(true);
    const url = new URL(otpauthUrl(makeSecret(), 'ada@example.com', 'api.example.com'));
    expect(decodeURIComponent(url.pathname)).toContain('api.example.com:ada@example.com');
  });
});
