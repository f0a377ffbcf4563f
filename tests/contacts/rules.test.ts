// Property tests and examples for the functions that check and normalize the values of a contact.
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
 * Runs a normalizer on arbitrary text and on text made of characters typical of its format. It must either return a
 * value that passes `check`, or throw a ServiceError that names the field.
 */
function expectValidOrRejected(
  path: string,
  characters: string,
  normalize: (text: string) => unknown,
  check: (result: never) => void,
): void {
  const typicalText = fc.string({ unit: fc.constantFrom(...characters), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(anyText, typicalText), (text) => {
      let result: unknown;
      try {
        result = normalize(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError);
        expect((error as ServiceError).extras.fields).toEqual([expect.objectContaining({ path })]);
        return;
      }
      check(result as never);
    }),
    { numRuns: 3000 },
  );
}

describe('normalizing an email address', () => {
  it('accepts a valid address in any case, and is idempotent', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), fc.boolean(), (address, upper) => {
        const { value } = normalizeEmail(upper ? address.toUpperCase() : address, 'email');
        expect(value).toBe(address.toLowerCase());
        expect(normalizeEmail(value, 'email')).toEqual({ value, original: null });
      }),
    );
  });

  it('returns a valid address or rejects the input, whatever the text is', () => {
    expectValidOrRejected(
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
  ])('turns %p into %p', (input, value, original) => {
    expect(normalizeEmail(input, 'email')).toEqual({ value, original });
  });

  test.each([
    ['without an at sign', 'ada'],
    ['without a local part', '@acme.com'],
    ['without a domain', 'ada@'],
    ['with a domain of one label', 'ada@acme'],
    ['with two at signs', 'ada@@acme.com'],
    ['with a space', 'a b@acme.com'],
    ['with an empty domain label', 'ada@acme..com'],
    ['that starts with a dot', '.ada@acme.com'],
    ['with two dots in a row', 'a..b@acme.com'],
    ['with an IPv4 address as domain', 'ada@127.0.0.1'],
    ['with an IP literal as domain', 'ada@[::1]'],
    ['with a display name', 'Ada <ada@acme.com>'],
    ['that is a list of addresses', 'a@acme.com,b@acme.com'],
    ['with a local part of 65 characters', `${'a'.repeat(65)}@acme.com`],
    ['with a domain label that starts with a hyphen', 'ada@-acme.com'],
    ['with a control character', 'a\u0000b@acme.com'],
  ])('rejects an address %s', (_, input) => {
    expect(() => normalizeEmail(input, 'email')).toThrow(ServiceError);
  });

  it('yields the ASCII domain by which companies are matched', () => {
    expect(domainOf(normalizeEmail('Post@Bücher.de', 'email').value)).toBe('xn--bcher-kva.de');
  });
});

describe('normalizing a phone number', () => {
  it('returns an E.164 number or rejects the input, whatever the text is, and is idempotent', () => {
    expectValidOrRejected(
      'phone',
      '0123456789+- ()',
      (text) => normalizePhone(text, 'DE', 'phone'),
      ({ value }: { value: string }) => {
        expect(value).toMatch(/^\+[1-9]\d{3,14}$/);
        expect(normalizePhone(value, 'DE', 'phone')).toEqual({ value, original: null });
      },
    );
  });

  it('leaves an E.164 number unchanged, whatever the default country is', () => {
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
  ])(
    'turns %p with the default country %s into %s, and keeps the text as it was entered',
    (input, country, value) => {
      expect(normalizePhone(input, country, 'phone')).toEqual({ value, original: input });
    },
  );

  test.each([
    ['that is empty', ''],
    ['that is too short', '12'],
    ['that is plain text', 'call me'],
    ['that is a country code only', '+49'],
    ['with an unknown country code', '+999 123456'],
    ['with text around it', 'my number is 030 12345'],
    ['that is too long', '1'.repeat(30)],
  ])('rejects a number %s', (_, input) => {
    expect(() => normalizePhone(input, 'DE', 'phone')).toThrow(ServiceError);
  });
});

describe('normalizing a profile URL', () => {
  it('accepts any https URL, and is idempotent', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }), (url) => {
        const { value } = normalizeProfile(url, 'value');
        expect(value).toMatch(/^https:\/\//);
        expect(normalizeProfile(value, 'value')).toEqual({ value, original: null });
      }),
    );
  });

  test.each([
    ['that is not https', 'http://social.example/@ada'],
    ['that is a script', 'javascript:alert(1)'],
    ['with credentials', 'https://user:secret@social.example/'],
    ['that is a bare user name', '@ada'],
    ['that is empty', ''],
  ])('rejects a URL %s', (_, input) => {
    expect(() => normalizeProfile(input, 'value')).toThrow(ServiceError);
  });
});

describe('the display name of a contact', () => {
  test.each([
    [
      'joins the first, middle and last name',
      { firstName: 'Ada', middleName: 'King', lastName: 'Byron' },
      'Ada King Byron',
    ],
    ['is the first name if only that is given', { firstName: 'Ada' }, 'Ada'],
    ['is the last name rather than the email address', { lastName: 'Byron', email: 'ada@acme.com' }, 'Byron'],
    ['is the email address if there is no name', { email: 'ada@acme.com' }, 'ada@acme.com'],
    [
      'is the middle name rather than the email address',
      { middleName: 'King', email: 'ada@acme.com' },
      'King',
    ],
  ])('%s', (_, parts, expected) => {
    expect(displayNameOf(parts)).toBe(expected);
  });

  it('requires a first name, a last name or an email address', () => {
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
  it('is accepted under every name that the runtime lists', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(readTimeZone(zone, 'timezone')).toBe(zone);
  });

  test.each([
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['europe/berlin', 'Europe/Berlin'],
  ])('given as %s is stored as %s', (input, expected) => {
    expect(readTimeZone(input, 'timezone')).toBe(expected);
  });

  test.each(['', '+01:00', '-05:00', 'Berlin', 'Mars/Olympus', 'Europe/Berlin; drop'])(
    'given as %p is rejected',
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
  ])('given as %s is stored as %s', (input, expected) => {
    expect(readLocale(input, 'locale')).toBe(expected);
    expect(readLocale(expected, 'locale')).toBe(expected);
  });

  test.each(['', 'de_DE', 'x', 'en-', 'german!'])('given as %p is rejected', (input) => {
    expect(() => readLocale(input, 'locale')).toThrow(ServiceError);
  });
});

describe('the association of a contact with a company', () => {
  it('may end on the day it starts or later', () => {
    expect(() => assertDateOrder('2026-02-01', '2026-02-01')).not.toThrow();
    expect(() => assertDateOrder(null, '2026-02-01')).not.toThrow();
    expect(() => assertDateOrder('2026-02-02', '2026-02-01')).toThrow(ServiceError);
  });

  it('takes its dates from the time zone of the workspace, not from UTC', () => {
    const instant = new Date('2026-02-01T23:30:00Z');
    expect([dayOf(instant, 'UTC'), dayOf(instant, 'Asia/Tokyo'), dayOf(instant, 'America/New_York')]).toEqual(
      ['2026-02-01', '2026-02-02', '2026-02-01'],
    );
  });
});

describe('consent', () => {
  it('is unknown for a channel for which nothing was recorded', () => {
    const email = { state: 'opted_in', source: null, at: null, by: null } as const;
    expect(completeConsent({ email })).toMatchObject({
      email,
      sms: { state: 'unknown' },
      phone: { state: 'unknown' },
      post: { state: 'unknown' },
    });
  });
});
