// The Markdown of comments: HTML, scripts and links that run code are left out when it is stored.
import { type Allowed, sanitize } from '../sanitizer.ts';

const LIMITS: Allowed = {
  allowedTags: [],
  allowedAttributes: {},
  // Markdown has characters of HTML in quotations and code, so what is no tag stays as it is written.
  disallowedTagsMode: 'discard',
  parser: { decodeEntities: false },
};

/** Returns the Markdown of a comment without HTML, scripts and links that run code. */
export function cleanMarkdown(text: string): string {
  const lines = text.normalize('NFC').replaceAll('\r\n', '\n');
  // The sanitizer escapes what is no tag; Markdown needs it as written.
  const plain = sanitize(lines, LIMITS)
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  const safe = /<[a-z!/?]/i.test(plain) ? plain.replaceAll('<', '&lt;') : plain;
  return safe.replace(/(\]\(\s*<?|\]:\s*<?)(?:javascript|vbscript|data)\s*:/gi, '$1#').trim();
}
