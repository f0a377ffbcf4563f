// Patterns of texts: written by people, run on every write, so only those that cannot take long (platform.md §8).
import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { LRUCache } from 'lru-cache';
import { invalid } from '../../errors.ts';

const MAX_LENGTH = 200;
const parser = new RegExpParser({ ecmaVersion: 2024 });

/**
 * Checks a pattern by its parsed form.
 * @throws VALIDATION_ERROR pattern for one that is too long, is no regular expression, refers back, looks around, or
 *   repeats what repeats already
 */
export function assertSafePattern(pattern: string, path: string): void {
  if (pattern.length > MAX_LENGTH) refuse(path, `has at most ${MAX_LENGTH} characters`);
  const parsed = parse(pattern) ?? refuse(path, 'is a regular expression such as ^[A-Z]{2}[0-9]+$');
  let depth = 0;
  visitRegExpAST(parsed, {
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

function refuse(path: string, what: string): never {
  throw invalid(path, 'pattern', `A pattern ${what}.`);
}

/** Patterns are few and are asked for again with each write. */
const compiled = new LRUCache<string, RegExp>({ max: 1_000 });
/** What stands side by side, such as `a*a*a*b`, can still take for ever; what took too long is left alone for a while. */
const MAX_MILLISECONDS = 100;
const slow = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });
const room = createContext({ expression: undefined, text: undefined });
const test = new Script('expression.test(text)');

/** Whether a text matches a pattern, anywhere unless the pattern says `^` and `$`; undefined where that takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (slow.has(pattern)) return undefined;
  const expression = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, expression);
  Object.assign(room, { expression, text });
  try {
    return test.runInContext(room, { timeout: MAX_MILLISECONDS }) as boolean;
  } catch {
    slow.set(pattern, true);
    return undefined;
  }
}
