// The HTML sanitizer. It is loaded with the first text, because it takes 4 MB with the parser of CSS that it brings.
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

const require = createRequire(import.meta.url);

export type Allowed = sanitizeHtml.IOptions;

/** Returns the HTML that the options allow. */
export function sanitize(html: string, options: Allowed): string {
  return (require('sanitize-html') as typeof sanitizeHtml)(html, options);
}
