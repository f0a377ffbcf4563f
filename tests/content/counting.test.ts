// How texts are counted and split: the published vectors of the weighted count, and properties of every text.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compose, shorten } from '../../src/domains/content/compose.ts';
import {
  addressesIn,
  graphemesOf,
  hasInvalidCharacters,
  normalized,
  plainCount,
  weightedCount,
} from '../../src/domains/content/counting.ts';
import { contentOf, FORMATS, type Format, isReady } from '../../src/domains/content/rules.ts';
import { splitThread } from '../../src/domains/content/splitting.ts';
import { validate } from '../../src/domains/content/verdicts.ts';

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

/** Counted with the reference implementation of the microblog. */
const VECTORS: [text: string, count: number][] = [
  ['Hi http://test.co', 26],
  [`H\u{1F431}\u263A${FAMILY}`, 7],
  ['1\uFE0F\u20E3', 2],
  ['…', 2],
  ['—', 1],
  ['€', 2],
  ['©', 1],
  ['see acme.com now', 31],
  ['mail a@acme.com now', 19],
  ['\u{1F1E9}\u{1F1EA}', 2],
  ['\u{1F44D}\u{1F3FD}', 2],
  ['e\u0301', 1],
  ['ftp://acme.com', 14],
  ['http://localhost/x', 18],
  ['これacme.comだよ', 31],
  ['(http://acme.com/a_(b))', 25],
  ['acme.com.', 24],
  ['#acme.com @acme.com -acme.com', 29],
  ['http://日本.jp/', 23],
  ['日本.jp', 7],
  ['http://acme.com:8080/x?q=1', 23],
  ['https://acme.comを', 25],
  ['node.js e.g. x.y.z', 18],
  ['a_b.com', 7],
  ['http://1.2.3.4/', 15],
  ['acme.com/a!', 24],
];

describe('the weighted count', () => {
  it('is that of the microblog', () => {
    expect(VECTORS.map(([text]) => [text, weightedCount(text)])).toEqual(VECTORS);
  });

  it('takes an emoji of a newer Unicode version with a skin tone as one', () => {
    expect(weightedCount('\u{1FAF6}\u{1F3FD}')).toBe(2);
  });

  it('takes milliseconds for hostile texts of the largest size', () => {
    const texts = [
      'a.',
      'a',
      'é',
      'http://',
      'http://a.',
      'acme.com/',
      'acme.com ',
      'acme.com/).(',
      '日',
      'a-',
    ];
    const started = performance.now();
    for (const text of texts) weightedCount(text.repeat(100_000 / text.length));
    weightedCount(`acme.com/${').('.repeat(33_000)}`);
    weightedCount(`http://${'日-'.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('a plain count', () => {
  it('is in UTF-16 code units after NFC, with one line break for CRLF', () => {
    expect(plainCount('e\u0301\r\n\u{1F431}')).toBe(4);
  });

  it('comes with graphemes, the characters that people see', () => {
    expect([graphemesOf(`a${FAMILY}\r\nb`), graphemesOf('abc')]).toEqual([4, 3]);
  });
});

describe('a verdict', () => {
  const status = (format: Format, length: number) => {
    const text = 'x'.repeat(length);
    return validate(format, contentOf(format === 'microblog-thread' ? { segments: [text] } : { text }))
      .status;
  };

  it('warns from and refuses above the limits of each format', () => {
    const limits: [Format, number, number][] = [
      ['professional_network-post', 2600, 3000],
      ['social_network-post', 5000, 63_206],
      ['photo_network-caption', 2000, 2200],
      ['microblog-thread', 260, 280],
    ];
    for (const [format, warning, limit] of limits)
      expect([warning - 1, warning, limit, limit + 1].map((length) => status(format, length))).toEqual([
        ...['ok', 'warning', 'warning', 'over_limit'],
      ]);
  });

  it('counts the parts of a newsletter separately, and allows an empty preview only', () => {
    const mail = (subject: number, preview: number, body: number) => {
      const parts = { subject: 'x'.repeat(subject), preview: 'x'.repeat(preview), body: 'x'.repeat(body) };
      const verdict = validate('email-newsletter', contentOf(parts));
      return [verdict.status, verdict.subject!.status, verdict.preview!.status, verdict.body!.status].join(
        ' ',
      );
    };
    expect(mail(60, 140, 100_000)).toBe('ok ok ok ok');
    expect(mail(61, 141, 1)).toBe('warning warning warning ok');
    expect(mail(256, 256, 100_001)).toBe('over_limit over_limit over_limit over_limit');
    expect(mail(1, 0, 1)).toBe('ok ok empty ok');
    expect(mail(0, 1, 1)).toBe('empty empty ok ok');
  });

  it('finds empty segments and refused characters invalid, and more than 25 segments too many', () => {
    const thread = (segments: string[]) => validate('microblog-thread', contentOf({ segments })).status;
    expect([thread([]), thread(['a', ' ']), thread(['a\uFEFF']), thread(Array(26).fill('a'))]).toEqual([
      ...['empty', 'invalid', 'invalid', 'over_limit'],
    ]);
  });
});

const word = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    'Hello',
    'world.',
    'acme.com',
    'https://acme.com/a?b=1',
    'e.g.',
    `${FAMILY}`,
    '日本語',
    '\n\n',
  ),
  fc.constantFrom(
    'x'.repeat(300),
    `https://example.com/${'a'.repeat(400)}`,
    `e${'\u0301'.repeat(400)}`,
    'é-acme.com',
  ),
);
const prose = fc
  .array(word, { maxLength: 150 })
  .map((words) => words.join(' ').replace(/[\uFEFF\uFFFE\uFFFF]/g, ''));
const bare = (text: string) => text.replace(/\s/g, '');

describe('a split', () => {
  it('loses no character but spaces, and has no empty segment and none above the limit', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const segments = splitThread(text);
        expect(bare(segments.join('')).normalize('NFC')).toBe(bare(normalized(text)).normalize('NFC'));
        for (const segment of segments) {
          expect(segment.trim()).not.toBe('');
          expect(weightedCount(segment)).toBeLessThanOrEqual(280);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never cuts an address', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const whole = normalized(text).trim();
        const segments = splitThread(text);
        for (const { start, end } of addressesIn(whole)) {
          const address = whole.slice(start, end);
          expect(segments.some((segment) => segment.includes(address))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts the numbers of its segments', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const segments = splitThread(text, true);
        for (const [index, segment] of segments.entries()) {
          expect(weightedCount(segment)).toBeLessThanOrEqual(280);
          if (segments.length > 1) expect(segment.endsWith(` (${index + 1}/${segments.length})`)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('prefers paragraphs, then sentences, then words', () => {
    const paragraph = 'One sentence. '.repeat(12).trim();
    expect(splitThread(`${paragraph}\n\n${paragraph}`)).toEqual([paragraph, paragraph]);
    const [first] = splitThread('A sentence of many words ends here. '.repeat(10));
    expect(first!.endsWith('here.')).toBe(true);
    const [words] = splitThread('word '.repeat(100));
    expect(words!.endsWith('word')).toBe(true);
  });
});

describe('a shortened text', () => {
  it('fits every format, after at most two attempts', () => {
    const whole = (format: Format, text: string, numbering: boolean) => {
      const { validation, attempts, content } = shorten(format, { text, numbering });
      expect([format, isReady(validation)]).toEqual([format, true]);
      expect(attempts.length).toBeLessThanOrEqual(2);
      expect(hasInvalidCharacters(JSON.stringify(content))).toBe(false);
    };
    fc.assert(
      fc.property(prose, fc.integer({ min: 1, max: 60 }), fc.boolean(), (text, times, numbering) => {
        fc.pre(text.trim() !== '');
        for (const format of FORMATS) whole(format, `${text} `.repeat(times).slice(0, 100_000), numbering);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps whole sentences where it can', () => {
    const { content } = shorten('photo_network-caption', { text: 'This sentence stays whole. '.repeat(100) });
    expect(content.text!.length).toBeLessThanOrEqual(2200);
    expect(content.text!.endsWith('whole.')).toBe(true);
  });

  it('takes less than a second for the longest source', () => {
    for (const text of ['word '.repeat(20_000), 'ä'.repeat(100_000), 'acme.com '.repeat(11_000)]) {
      const started = performance.now();
      for (const format of FORMATS) shorten(format, { text });
      expect(performance.now() - started).toBeLessThan(3000);
    }
  });
});

describe('a text that follows its source', () => {
  it('has the shared links that the source lacks', () => {
    const links = [{ url: 'https://acme.com/a' }, { url: 'https://acme.com/b' }];
    const { text } = compose('social_network-post', { text: 'See https://acme.com/a', links });
    expect(text).toBe('See https://acme.com/a\n\nhttps://acme.com/b');
  });
});
