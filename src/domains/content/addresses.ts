// Reads addresses of the web that people give.
import { invalid } from '../../errors.ts';

/** Returns an address as it was given. @throws VALIDATION_ERROR url */
export function readAddress(text: string, path: string): string {
  const url = URL.parse(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw invalid(path, 'url', 'Give an address that begins with https:// or http://, without a password.');
  return text.trim();
}
