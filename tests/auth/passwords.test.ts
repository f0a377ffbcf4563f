// Passwords: what may be set, and how they are hashed and checked.
import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { hashNewPassword, inHashSlot, isPassword, upgradedHash } from '../../src/domains/auth/passwords.ts';
import { isWithinGrace, normalizeEmail, sessionExpiry } from '../../src/domains/auth/rules.ts';

const EMAIL = 'ada@example.com';

/** The rule that a password breaks, or none. */
async function ruleOf(password: string, email = EMAIL): Promise<string> {
  try {
    await hashNewPassword(password, email);
    return 'none';
  } catch (error) {
    return (error as { extras: { fields: { rule: string }[] } }).extras.fields[0]!.rule;
  }
}

describe('a new password', () => {
  test.each([
    ['eleven chars', 'shortpasswd', 'min_length'],
    ['129 characters', `${'ab1 '.repeat(32)}x`, 'max_length'],
    ['the mail address in other letters', 'ADA@Example.com', 'password_is_email'],
    ['a common one', 'qwerty123456', 'password_common'],
    ['a common one in capitals', 'ADMINISTRATOR', 'password_common'],
    ['a word repeated', 'winterwinterwinter', 'password_common'],
    ['128 characters', `${'xy9 '.repeat(31)}wxyz`, 'none'],
    ['twelve characters', 'twelve chars', 'none'],
    ['twelve emoji, counted as characters', '🦀🐙🐳🐬🐟🐠🐡🦈🐊🐢🦎🐍', 'none'],
  ])('%s', async (_case, password, rule) => {
    expect(await ruleOf(password)).toBe(rule);
  });

  test('is checked after NFKC, so that ligatures do not stretch it and forms do not differ', async () => {
    expect(await ruleOf('ﬁﬁﬁﬁﬁ')).toBe('min_length');
    const stored = await hashNewPassword('caf\u00e9 au lait sucre', EMAIL);
    expect(await isPassword(stored, 'cafe\u0301 au lait sucre')).toBe(true);
  });
});

describe('checking', () => {
  test('says yes to the password only, and no to every account without one', async () => {
    const stored = await hashNewPassword('a long enough passphrase', EMAIL);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(stored, 'a long enough passphrase')).toBe(true);
    expect(await isPassword(stored, 'a long enough passphrasE')).toBe(false);
    expect(await isPassword(null, 'nobody has this password')).toBe(false);
  });

  test('takes about as much work for an unknown account', async () => {
    const stored = await hashNewPassword('a long enough passphrase', EMAIL);
    const spent = { known: 0, unknown: 0 };
    for (let round = 0; round < 9; round += 1) {
      for (const account of ['known', 'unknown'] as const) {
        // Time of the processor: that of the clock is also what the machine does beside.
        const before = process.cpuUsage();
        await isPassword(account === 'known' ? stored : null, 'another passphrase');
        const { user, system } = process.cpuUsage(before);
        spent[account] += user + system;
      }
    }
    expect(spent.unknown / spent.known).toBeGreaterThan(0.5);
    expect(spent.unknown / spent.known).toBeLessThan(2);
  });

  test('offers a new hash for weaker parameters only', async () => {
    const weak = await hash('a long enough passphrase', { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const upgraded = await upgradedHash(weak, 'a long enough passphrase');
    expect(upgraded).toContain('m=19456,t=2,p=1');
    expect(await upgradedHash(upgraded!, 'a long enough passphrase')).toBeUndefined();
  });
});

describe('the hash slots', () => {
  test('run two at a time, in order, and survive failures', async () => {
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const work = (id: number) =>
      inHashSlot(async () => {
        begun.push(id);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (id % 3 === 0) throw new Error('no');
        return id;
      });
    const results = await Promise.allSettled([...Array(12).keys()].map(work));
    expect(most).toBe(2);
    expect(begun).toEqual([...Array(12).keys()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(await inHashSlot(async () => 'free')).toBe('free');
  });

  test('refuse when the queue is full', async () => {
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

describe('the rules of sessions', () => {
  const day = 24 * 3600 * 1000;
  const start = new Date('2026-01-01T00:00:00Z');

  test('a session slides by 30 days and ends after 90', () => {
    expect(sessionExpiry(start, start).getTime() - start.getTime()).toBe(30 * day);
    expect(sessionExpiry(start, new Date(start.getTime() + 70 * day)).getTime() - start.getTime()).toBe(
      90 * day,
    );
  });

  test('a repeat is one within ten seconds', () => {
    expect(isWithinGrace(start, new Date(start.getTime() + 10_000))).toBe(true);
    expect(isWithinGrace(start, new Date(start.getTime() + 10_001))).toBe(false);
  });

  test('addresses are compared in lower case and NFKC', () => {
    expect(normalizeEmail('  Ada＠Example.COM ')).toBe('ada@example.com');
  });
});
