// HTML that people write: sanitized when it is stored, so that every surface may show it.
import { type Allowed, sanitize } from './sanitizer.ts';

const OPTIONS: Allowed = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote'],
    ...['code', 'pre', 'table', 'tr', 'td', 'th'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // A relative link would lead to this service, wherever the text is shown.
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: {
        ...(/^(https?|mailto):/i.test(href?.trim() ?? '') && { href: href! }),
        rel: 'noopener noreferrer',
      },
    }),
  },
};

/** Returns HTML with the harmless elements only; scripts, styles, images and frames are left out. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, OPTIONS).trim();
}
