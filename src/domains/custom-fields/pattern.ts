// Patterns of texts: written by people and run on every write, so by an engine whose time grows with the text alone, and
// within a budget (platform.md §8).
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';

const parser = new RegExpParser({ ecmaVersion: 2024 });
const MAX_LENGTH = 200;
/** Instructions of a compiled pattern: repetitions with a count are written out. */
const MAX_INSTRUCTIONS = 500;
/** Instructions times characters that one request may take: some tens of milliseconds. */
const MAX_STEPS = 2_000_000;

/** Patterns are few and are asked for again with each write; null for one that is not usable. */
const compiled = new LRUCache<string, { expression: RE2JS | null }>({ max: 1_000 });

/**
 * Checks a pattern: by its parsed form for what it may hold, and by the engine that will run it.
 * @throws VALIDATION_ERROR pattern for one that is too long or too large, is no regular expression, refers back, looks
 *   around, or repeats what repeats already
 */
export function assertUsablePattern(pattern: string, path: string): void {
  if (pattern.length > MAX_LENGTH) refuse(path, `has at most ${MAX_LENGTH} characters`);
  assertSimple(pattern, path);
  const expression = compile(pattern);
  if (!expression) refuse(path, 'holds only what RE2 knows too, such as ^[A-Z]{2}[0-9]+$');
  if (expression.programSize() > MAX_INSTRUCTIONS)
    refuse(path, 'repeats less; a length is limited by min_length and max_length');
}

function assertSimple(pattern: string, path: string): void {
  let depth = 0;
  visitRegExpAST(parse(pattern) ?? refuse(path, 'is a regular expression such as ^[A-Z]{2}[0-9]+$'), {
    onBackreferenceEnter: () => refuse(path, 'refers to no group again'),
    onAssertionEnter: ({ kind }: AST.Assertion) => {
      if (kind === 'lookahead' || kind === 'lookbehind') refuse(path, 'looks neither ahead nor behind');
    },
    onQuantifierEnter: () => {
      depth += 1;
      if (depth > 1) refuse(path, 'repeats nothing that repeats already, such as (a+)+');
    },
    onQuantifierLeave: () => {
      depth -= 1;
    },
  });
}

function parse(pattern: string): AST.Pattern | undefined {
  try {
    return parser.parsePattern(pattern, undefined, undefined, { unicode: true });
  } catch {
    return undefined;
  }
}

/** A Unicode property with its kind, which RE2 writes without. */
const NAMED_PROPERTY = /\\([pP])\{(?:Script|sc|General_Category|gc)=(\w+)\}/g;

/** Patterns are written as JavaScript's; null where RE2 does not know what one holds. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern.replace(NAMED_PROPERTY, '\\$1{$2}')));
  } catch {
    return null;
  }
}

function refuse(path: string, what: string): never {
  throw invalid(path, 'pattern', `A pattern ${what}.`);
}

function usable(pattern: string): RE2JS | null {
  let known = compiled.get(pattern);
  if (!known) {
    const expression = compile(pattern);
    known = { expression: expression && expression.programSize() <= MAX_INSTRUCTIONS ? expression : null };
    compiled.set(pattern, known);
  }
  return known.expression;
}

/** The patterns that one request runs. What it has found out of a text it need not again, on the next record of a bulk change. */
export class PatternRun {
  #left = MAX_STEPS;
  readonly #verdicts = new Map<string, boolean>();

  /**
   * Refuses a text that does not match, anywhere unless the pattern says `^` and `$`.
   * @throws VALIDATION_ERROR pattern; pattern_budget where the request has used up its steps
   */
  assertMatches(pattern: string, text: string, path: string): void {
    const key = `${pattern}\n${text}`;
    let matches = this.#verdicts.get(key);
    if (matches === undefined) {
      const expression = usable(pattern);
      if (!expression)
        throw invalid(
          path,
          'pattern_unsupported',
          `The pattern ${pattern} of ${path} is not supported any more; have it changed or removed in the definition of the field.`,
        );
      this.#left -= expression.programSize() * text.length;
      if (this.#left < 0) {
        throw invalid(
          path,
          'pattern_budget',
          'These texts take too long to check; shorten them, write fewer fields at once, or have the pattern simplified.',
        );
      }
      // Asking for the place keeps to engines that are linear from the first text on and hold no tables.
      matches = expression.matcher(text).find();
      this.#verdicts.set(key, matches);
    }
    if (!matches) throw invalid(path, 'pattern', `Give a text that matches ${pattern}`);
  }
}

/** The patterns of a request, whatever it writes. */
export function patternsOf(ctx: TenantContext): PatternRun {
  const known = ctx.loaders.get('custom_fields.patterns') as PatternRun | undefined;
  if (known) return known;
  const run = new PatternRun();
  ctx.loaders.set('custom_fields.patterns', run);
  return run;
}
