// Pure rules of comments: the text that is stored, and whom it mentions.
import sanitize from 'sanitize-html';

const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi;
const LIMITS: sanitize.IOptions = {
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

/** Returns the people whom a text mentions as `@[uuid]`, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id]) => id!.toLowerCase()))];
}
