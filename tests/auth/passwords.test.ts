// Passwords: the rules for new ones, and how they are hashed and checked.
import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { hashNewPassword, inHashSlot, isPassword, upgradedHash } from '../../src/domains/auth/passwords.ts';
import { isWithinGrace, normalizeEmail, sessionExpiry } from '../../src/domains/auth/rules.ts';

const EMAIL = 'ada@example.com';

/** Returns the rule that a password breaks, or 'none'. */
async function brokenRule(password: string, email = EMAIL): Promise<string> {
  try {
    await hashNewPassword(password, email);
    return 'none';
  } catch (error) {
    return (error as { extras: { fields: { rule: string }[] } }).extras.fields[0]!.rule;
  }
}

describe('a new password', () => {
  test.each([
    ['of eleven characters is too short', 'shortpasswd', 'min_length'],
    ['of 129 characters is too long', `${'ab1 '.repeat(32)}x`, 'max_length'],
    ['equal to the email address in another case is rejected', 'ADA@Example.com', 'password_is_email'],
    ['that is common is rejected', 'qwerty123456', 'password_common'],
    ['that is common is rejected in capitals too', 'ADMINISTRATOR', 'password_common'],
    ['that repeats one word is rejected', 'winterwinterwinter', 'password_common'],
    ['of 128 characters is accepted', `${'xy9 '.repeat(31)}wxyz`, 'none'],
    ['of twelve characters is accepted', 'twelve chars', 'none'],
    ['of twelve emoji is accepted, because each counts as one character', '🦀🐙🐳🐬🐟🐠🐡🦈🐊🐢🦎🐍', 'none'],
  ])('%s', async (_case, password, rule) => {
    expect(await brokenRule(password)).toBe(rule);
  });

  test('is checked after NFKC normalization, so ligatures do not lengthen it and Unicode forms do not matter', async () => {
    expect(await brokenRule('ﬁﬁﬁﬁﬁ')).toBe('min_length');
    const stored = await hashNewPassword('caf\u00e9 au lait sucre', EMAIL);
    expect(await isPassword(stored, 'cafe\u0301 au lait sucre')).toBe(true);
  });
});

describe('checking a password', () => {
  test('accepts the right password only, and none for an account without a password', async () => {
    const stored = await hashNewPassword('a long enough passphrase', EMAIL);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(stored, 'a long enough passphrase')).toBe(true);
    expect(await isPassword(stored, 'a long enough passphrasE')).toBe(false);
    expect(await isPassword(null, 'nobody has this password')).toBe(false);
  });

  test('takes about as much work for an unknown account as for a known one', async () => {
    const stored = await hashNewPassword('a long enough passphrase', EMAIL);
    const cpuTime = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 9; round += 1) {
      for (const account of ['known', 'unknown'] as const) {
        // The least CPU time of several rounds, because elapsed time includes other work of the machine.
        const before = process.cpuUsage();
        await isPassword(account === 'known' ? stored : null, 'another passphrase');
        const { user, system } = process.cpuUsage(before);
        cpuTime[account] = Math.min(cpuTime[account], user + system);
      }
    }
    expect(cpuTime.unknown / cpuTime.known).toBeGreaterThan(0.5);
    expect(cpuTime.unknown / cpuTime.known).toBeLessThan(2);
  });

  test('upgrades the hash only if it has weaker parameters', async () => {
    const weak = await hash('a long enough passphrase', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const upgraded = await upgradedHash(weak, 'a long enough passphrase');
    expect(upgraded).toContain('m=19456,t=2,p=1');
    expect(await upgradedHash(upgraded!, 'a long enough passphrase')).toBeUndefined();
  });
});

describe('the password hashing queue', () => {
  test('runs two jobs at a time, in order, and survives failures', async () => {
    let running = 0;
    let maxRunning = 0;
    const started: number[] = [];
    const work = (id: number) =>
      inHashSlot(async () => {
        started.push(id);
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (id % 3 === 0) throw new Error('no');
        return id;
      });
    const results = await Promise.allSettled([...Array(12).keys()].map(work));
    expect(maxRunning).toBe(2);
    expect(started).toEqual([...Array(12).keys()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(await inHashSlot(async () => 'free')).toBe('free');
  });

  test('rejects new jobs when it is full', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const all = [...Array(203)].map(() => inHashSlot(() => gate));
    const results = Promise.allSettled(all);
    await expect(all[202]).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    release();
    expect((await results).filter(({ status }) => status === 'fulfilled')).toHaveLength(202);
  });
});

describe('session rules', () => {
  const day = 24 * 3600 * 1000;
  const start = new Date('2026-01-01T00:00:00Z');

  test('extend a session by 30 days with each use, up to 90 days in all', () => {
    expect(sessionExpiry(start, start).getTime() - start.getTime()).toBe(30 * day);
    expect(sessionExpiry(start, new Date(start.getTime() + 70 * day)).getTime() - start.getTime()).toBe(
      90 * day,
    );
  });

  test('treat a refresh within ten seconds as a repeat', () => {
    expect(isWithinGrace(start, new Date(start.getTime() + 10_000))).toBe(true);
    expect(isWithinGrace(start, new Date(start.getTime() + 10_001))).toBe(false);
  });

  test('compare email addresses in lower case and NFKC', () => {
    expect(normalizeEmail('  Ada＠Example.COM ')).toBe('ada@example.com');
  });
});
