// Tags: free words that group records; one rule for the whole product (crm.md section 0).
import { invalid } from '../errors.ts';

/**
 * Tags without repeats, whatever their case; the first spelling stays.
 * @throws VALIDATION_ERROR for an empty tag, or one of more than 60 characters
 */
export function normalizeTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.trim();
    if (!text || [...text].length > 60) throw invalid('tags', 'tag', 'A tag has 1 to 60 characters.');
    if (!seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text);
  }
  return [...seen.values()];
}
