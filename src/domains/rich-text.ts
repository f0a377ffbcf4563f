// HTML that people and mail programs send: sanitized before it is stored, and as plain text.
import { type Allowed, sanitize } from './sanitizer.ts';

const TEXT_TAGS = [
  ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote'],
  ...['code', 'pre', 'table', 'tbody', 'thead', 'tr', 'td', 'th'],
];

/** Tags of mail in addition to those of written text. */
const MAIL_TAGS = [...TEXT_TAGS, 'div', 'span', 'b', 'i', 'h5', 'h6', 'hr', 'img', 'tfoot', 'caption'];

const LINKS: Allowed = {
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
};

/** Returns the HTML of a mail without scripts, styles, forms and the addresses of remote images. */
export function sanitizeMailHtml(html: string): string {
  return sanitize(html, {
    ...LINKS,
    allowedTags: MAIL_TAGS,
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    // Images inside the mail only: a remote one would tell its server who reads when.
    allowedSchemesByTag: { img: ['cid'] },
  });
}

const BLOCK_END = /<\/(p|div|h[1-6]|li|tr|blockquote|pre|table|ul|ol)>|<br\s*\/?>|<hr\s*\/?>/gi;

/** Returns the text of HTML, with a line for each block. */
export function textOfHtml(html: string): string {
  const lines = sanitize(
    html.replace(BLOCK_END, (tag) => `${tag}\n`),
    {
      allowedTags: [],
      allowedAttributes: {},
      // The result is plain text, so its characters stay as they are.
      parser: { decodeEntities: true },
    },
  );
  return unescapeHtml(lines)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns a text in which the characters of HTML are escaped. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const SIGNS = Object.fromEntries(Object.entries(ESCAPES).map(([sign, entity]) => [entity, sign]));

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (entity) => SIGNS[entity]!);
}
