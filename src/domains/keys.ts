// Keys derived from names that people enter; integrations identify a record by its key.

/**
 * Returns a key derived from a name that is not in `taken`: `Legal review` becomes `legal_review`, or
 * `legal_review_2` if that is taken.
 * @param fallback the key of a name without a Latin letter
 */
export function keyFrom(name: string, taken: ReadonlySet<string>, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  const base = words.slice(0, 34) || fallback;
  for (let suffix = 1; ; suffix += 1) {
    const key = suffix === 1 ? base : `${base}_${suffix}`;
    if (!taken.has(key)) return key;
  }
}
