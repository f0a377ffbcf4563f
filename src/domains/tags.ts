// Tags: free text labels that group records; the same rules in the whole product (crm.md section 0).
import { invalid } from '../errors.ts';

/**
 * Returns tags without duplicates, ignoring case; the first spelling is kept.
 * @throws VALIDATION_ERROR for an empty tag, or one longer than 60 characters
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
