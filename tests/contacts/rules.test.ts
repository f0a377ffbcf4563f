// The normalizers of contacts: properties over any input, and the cases that the rules name.
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import {
  assertDateOrder,
  completeConsent,
  displayNameOf,
  domainOf,
  normalizeEmail,
  normalizePhone,
  normalizeProfile,
} from '../../src/domains/contacts/rules.ts';
import { dayOf } from '../../src/domains/days.ts';
import { readLocale, readTimeZone } from '../../src/domains/locales.ts';
import { ServiceError } from '../../src/errors.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 80 });

/**
 * Runs a normalizer over any text, and over text made of the characters that it is about: it answers, or refuses with a
 * fault that names the field; nothing else.
 */
function answersOrRefuses(
  path: string,
  characters: string,
  normalize: (text: string) => unknown,
  check: (answer: never) => void,
): void {
  const likely = fc.string({ unit: fc.constantFrom(...characters), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(anyText, likely), (text) => {
      let answer: unknown;
      try {
        answer = normalize(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        expect((error as ServiceError).extras.fields).toEqual([expect.objectContaining({ path })]);
        return;
      }
      check(answer as never);
    }),
    { numRuns: 3000 },
  );
}

describe('an email address', () => {
  it('that is valid is accepted whatever its case, and normalizing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), fc.boolean(), (address, upper) => {
        const { value } = normalizeEmail(upper ? address.toUpperCase() : address, 'email');
        expect(value).toBe(address.toLowerCase());
        expect(normalizeEmail(value, 'email')).toEqual({ value, original: null });
      }),
    );
  });

  it('is refused or one address, for any text', () => {
    answersOrRefuses(
      'email',
      'aZé1.-@+',
      (text) => normalizeEmail(text, 'email'),
      ({ value }: { value: string }) => {
        expect(value).toMatch(/^[^\s@]+@[a-z0-9.-]+\.[a-z0-9-]+$/u);
        expect(normalizeEmail(value, 'email')).toEqual({ value, original: null });
      },
    );
  });

  test.each([
    [' Ada@ACME.com ', 'ada@acme.com', ' Ada@ACME.com '],
    ['ada@acme.com', 'ada@acme.com', null],
    ['post@Bücher.de', 'post@xn--bcher-kva.de', 'post@Bücher.de'],
    ['ada+news@mail.acme.co.uk.', 'ada+news@mail.acme.co.uk', 'ada+news@mail.acme.co.uk.'],
    ['jörg@acme.com', 'jörg@acme.com', null],
  ])('%p is stored as %p', (input, value, original) => {
    expect(normalizeEmail(input, 'email')).toEqual({ value, original });
  });

  test.each([
    'ada',
    '@acme.com',
    'ada@',
    'ada@acme',
    'ada@@acme.com',
    'a b@acme.com',
    'ada@acme..com',
    '.ada@acme.com',
    'a..b@acme.com',
    'ada@127.0.0.1',
    'ada@[::1]',
    'Ada <ada@acme.com>',
    'a@acme.com,b@acme.com',
    `${'a'.repeat(65)}@acme.com`,
    'ada@-acme.com',
    'a\u0000b@acme.com',
  ])('%p is refused', (input) => {
    expect(() => normalizeEmail(input, 'email')).toThrow(ServiceError);
  });

  it('gives the domain that companies are matched by', () => {
    expect(domainOf(normalizeEmail('Post@Bücher.de', 'email').value)).toBe('xn--bcher-kva.de');
  });
});

describe('a phone number', () => {
  it('is refused or E.164, for any text, and normalizing it again changes nothing', () => {
    answersOrRefuses(
      'phone',
      '0123456789+- ()',
      (text) => normalizePhone(text, 'DE', 'phone'),
      ({ value }: { value: string }) => {
        expect(value).toMatch(/^\+[1-9]\d{3,14}$/);
        expect(normalizePhone(value, 'DE', 'phone')).toEqual({ value, original: null });
      },
    );
  });

  it('keeps its value in every country once it is E.164', () => {
    const number = fc.integer({ min: 20_000_000, max: 29_999_999 }).map((digits) => `+4930${digits}`);
    fc.assert(
      fc.property(number, fc.constantFrom('DE', 'US', 'GB', 'IN', 'BR'), (value, country) => {
        expect(normalizePhone(value, country, 'phone')).toEqual({ value, original: null });
      }),
    );
  });

  test.each([
    ['030 12345', 'DE', '+493012345'],
    ['(202) 555-0143', 'US', '+12025550143'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['+49 (0)30 12345-67', 'US', '+49301234567'],
    ['0033 1 42 68 53 00', 'DE', '+33142685300'],
  ])('%p in %s is %s, with what was written kept', (input, country, value) => {
    expect(normalizePhone(input, country, 'phone')).toEqual({ value, original: input });
  });

  test.each(['', '12', 'call me', '+49', '+999 123456', 'my number is 030 12345', '1'.repeat(30)])(
    '%p is refused',
    (input) => {
      expect(() => normalizePhone(input, 'DE', 'phone')).toThrow(ServiceError);
    },
  );
});

describe('a profile', () => {
  it('is an https URL, and normalizing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), (url) => {
        const { value } = normalizeProfile(url, 'value');
        expect(value).toMatch(/^https:\/\//);
        expect(normalizeProfile(value, 'value')).toEqual({ value, original: null });
      }),
    );
  });

  test.each([
    'http://social.example/@ada',
    'javascript:alert(1)',
    'https://user:secret@social.example/',
    '@ada',
    '',
  ])('%p is refused', (input) => {
    expect(() => normalizeProfile(input, 'value')).toThrow(ServiceError);
  });
});

describe('the display name', () => {
  test.each([
    [{ firstName: 'Ada', middleName: 'King', lastName: 'Byron' }, 'Ada King Byron'],
    [{ firstName: 'Ada' }, 'Ada'],
    [{ lastName: 'Byron', email: 'ada@acme.com' }, 'Byron'],
    [{ email: 'ada@acme.com' }, 'ada@acme.com'],
    [{ middleName: 'King', email: 'ada@acme.com' }, 'King'],
  ])('of %p is %p', (parts, expected) => {
    expect(displayNameOf(parts)).toBe(expected);
  });

  it('needs a first name, a last name or an address', () => {
    fc.assert(
      fc.property(
        fc.record({ firstName: fc.option(anyText), lastName: fc.option(anyText), email: fc.option(anyText) }),
        (parts) => {
          const isNamed = Object.values(parts).some(Boolean);
          if (isNamed) expect(displayNameOf(parts)).not.toBe('');
          else expect(() => displayNameOf({ ...parts, middleName: 'King' })).toThrow(ServiceError);
        },
      ),
    );
  });
});

describe('a time zone', () => {
  it('may be any that the runtime lists, under its own name', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(readTimeZone(zone, 'timezone')).toBe(zone);
  });

  test.each([
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['europe/berlin', 'Europe/Berlin'],
  ])('%s is kept as %s', (input, expected) => {
    expect(readTimeZone(input, 'timezone')).toBe(expected);
  });

  test.each(['', '+01:00', '-05:00', 'Berlin', 'Mars/Olympus', 'Europe/Berlin; drop'])(
    '%p is refused',
    (input) => {
      expect(() => readTimeZone(input, 'timezone')).toThrow(ServiceError);
    },
  );
});

describe('a language tag', () => {
  test.each([
    ['de', 'de'],
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('%s is kept as %s', (input, expected) => {
    expect(readLocale(input, 'locale')).toBe(expected);
    expect(readLocale(expected, 'locale')).toBe(expected);
  });

  test.each(['', 'de_DE', 'x', 'en-', 'german!'])('%p is refused', (input) => {
    expect(() => readLocale(input, 'locale')).toThrow(ServiceError);
  });
});

describe('an association', () => {
  it('ends on the day it begins or later', () => {
    expect(() => assertDateOrder('2026-02-01', '2026-02-01')).not.toThrow();
    expect(() => assertDateOrder(null, '2026-02-01')).not.toThrow();
    expect(() => assertDateOrder('2026-02-02', '2026-02-01')).toThrow(ServiceError);
  });

  it('ends on the day of the workspace, not of Greenwich', () => {
    const instant = new Date('2026-02-01T23:30:00Z');
    expect([dayOf(instant, 'UTC'), dayOf(instant, 'Asia/Tokyo'), dayOf(instant, 'America/New_York')]).toEqual(
      ['2026-02-01', '2026-02-02', '2026-02-01'],
    );
  });
});

describe('consent', () => {
  it('is unknown for a channel of which nothing was recorded', () => {
    const email = { state: 'opted_in', source: null, at: null, by: null } as const;
    expect(completeConsent({ email })).toMatchObject({
      email,
      sms: { state: 'unknown' },
      phone: { state: 'unknown' },
      post: { state: 'unknown' },
    });
  });
});
