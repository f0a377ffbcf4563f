// Keys that are made from the names that people give: what integrations know a record by.

/**
 * A key made from a name, one that is not taken: `Legal review` is `legal_review`, and then `legal_review_2`.
 * @param noun stands for a name without a Latin letter
 */
export function keyFrom(name: string, taken: ReadonlySet<string>, noun: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  const stem = words.slice(0, 34) || noun;
  for (let serial = 1; ; serial += 1) {
    const key = serial === 1 ? stem : `${stem}_${serial}`;
    if (!taken.has(key)) return key;
  }
}
