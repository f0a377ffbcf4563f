// The XML of e-invoices as text.

/** Returns an element with escaped text, or with elements inside. */
export function tag(name: string, content: string, isXml = false, attributes = ''): string {
  return `<${name}${attributes}>${isXml ? content : escaped(content)}</${name.split(' ')[0]}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns an element with an amount. */
export function money(name: string, amount: string, currency: string): string {
  return tag(name, amount, false, ` currencyID="${currency}"`);
}
