// The names of prepared statements.
import { createHash } from 'node:crypto';

const MAX_STATEMENTS = 1000;

/** The names under which the connections of a pool prepare statements. */
export class StatementNames {
  /** By text. The size is limited, because a list of literals makes a new text for each length. */
  readonly #names = new Map<string, string>();

  /** Returns the name of a statement; undefined if there are too many to prepare another one. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MAX_STATEMENTS) return known;
    const name = createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}
