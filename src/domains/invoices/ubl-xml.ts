// The XML of e-invoices as text.

/** Returns an element with escaped text, or with elements inside. */
export function tag(name: string, content: string, isXml = false, attributes = ''): string {
  return `<${name}${attributes}>${isXml ? content : escaped(content)}</${name}>`;
}

/** Returns an element that contains others; nothing if there are none. */
export function element(name: string, ...parts: string[]): string {
  const content = parts.join('');
  return content && tag(name, content, true);
}

/** Returns an element with a text; nothing without one. */
export function optional(name: string, text: string | null | undefined): string {
  return text ? tag(name, text) : '';
}

/** Characters that XML 1.0 cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Returns an element with an amount. */
export function money(name: string, amount: string, currency: string): string {
  return tag(name, amount, false, ` currencyID="${currency}"`);
}
