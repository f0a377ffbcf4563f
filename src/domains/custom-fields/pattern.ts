// Patterns of text fields. People write them and every write runs them, so the engine (RE2) takes linear time, within a
// budget (platform.md §8).
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';

const parser = new RegExpParser({ ecmaVersion: 2024 });
const MAX_PATTERN_LENGTH = 200;
/** Limit of the compiled size; counted repetitions are expanded. */
const MAX_INSTRUCTIONS = 500;
/** Limit of instructions times characters per request: some tens of milliseconds. */
const MAX_STEPS = 2_000_000;

/** Cache of compiled patterns, which are few and used on every write; null for an unusable pattern. */
const compiledPatterns = new LRUCache<string, { expression: RE2JS | null }>({ max: 1_000 });

/**
 * Validates a pattern, by its syntax tree and by compiling it with the engine that will run it.
 * @throws VALIDATION_ERROR pattern for one that is too long or too large, is not a regular expression, has
 *   backreferences or
 *   lookaround, or nests repetitions
 */
export function assertUsablePattern(pattern: string, path: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH)
    failPattern(path, `must have at most ${MAX_PATTERN_LENGTH} characters`);
  assertSimple(pattern, path);
  const expression = compile(pattern);
  if (!expression) failPattern(path, 'must use only syntax that RE2 supports, such as ^[A-Z]{2}[0-9]+$');
  if (expression.programSize() > MAX_INSTRUCTIONS)
    failPattern(path, 'must repeat less; to limit the length, use min_length and max_length');
}

function assertSimple(pattern: string, path: string): void {
  let depth = 0;
  visitRegExpAST(
    parse(pattern) ?? failPattern(path, 'must be a regular expression such as ^[A-Z]{2}[0-9]+$'),
    {
      onBackreferenceEnter: () => failPattern(path, 'must not contain backreferences'),
      onAssertionEnter: ({ kind }: AST.Assertion) => {
        if (kind === 'lookahead' || kind === 'lookbehind')
          failPattern(path, 'must not contain lookahead or lookbehind');
      },
      onQuantifierEnter: () => {
        depth += 1;
        if (depth > 1) failPattern(path, 'must not nest repetitions, as in (a+)+');
      },
      onQuantifierLeave: () => {
        depth -= 1;
      },
    },
  );
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

function failPattern(path: string, requirement: string): never {
  throw invalid(path, 'pattern', `The pattern ${requirement}.`);
}

function compiledPattern(pattern: string): RE2JS | null {
  let cached = compiledPatterns.get(pattern);
  if (!cached) {
    const expression = compile(pattern);
    cached = { expression: expression && expression.programSize() <= MAX_INSTRUCTIONS ? expression : null };
    compiledPatterns.set(pattern, cached);
  }
  return cached.expression;
}

/** Runs the patterns of one request, within its budget. Results are cached for further records of a bulk update. */
export class PatternRun {
  #remainingSteps = MAX_STEPS;
  readonly #results = new Map<string, boolean>();

  /**
   * Throws if the pattern does not match anywhere in the text; `^` and `$` anchor it.
   * @throws VALIDATION_ERROR pattern; pattern_budget if the request has used up its steps
   */
  assertMatches(pattern: string, text: string, path: string): void {
    const key = `${pattern}\n${text}`;
    let matches = this.#results.get(key);
    if (matches === undefined) {
      const expression = compiledPattern(pattern);
      if (!expression)
        throw invalid(
          path,
          'pattern_unsupported',
          `The pattern ${pattern} of ${path} is not supported any more; have it changed or removed in the definition of the field.`,
        );
      this.#remainingSteps -= expression.programSize() * text.length;
      if (this.#remainingSteps < 0) {
        throw invalid(
          path,
          'pattern_budget',
          'These texts take too long to check; shorten them, write fewer fields at once, or simplify the pattern.',
        );
      }
      // `find` keeps to the engines that are linear from the first text and build no tables.
      matches = expression.matcher(text).find();
      this.#results.set(key, matches);
    }
    if (!matches) throw invalid(path, 'pattern', `Give a text that matches ${pattern}`);
  }
}

/** Returns the pattern runner of a request, which all its writes share. */
export function patternsOf(ctx: TenantContext): PatternRun {
  const existing = ctx.loaders.get('custom_fields.patterns') as PatternRun | undefined;
  if (existing) return existing;
  const run = new PatternRun();
  ctx.loaders.set('custom_fields.patterns', run);
  return run;
}
