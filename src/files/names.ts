// Names of files: what is kept of a name that a caller gave, and how a response names a file.

const MAX_LENGTH = 255;
/** Control characters, and the characters that change the direction of text and so disguise an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Returns the last segment of a path, without characters that deceive or break; `file` if nothing remains. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const clean = last.toWellFormed().normalize('NFC').replace(UNSAFE, '').trim();
  const short = [...clean].slice(0, MAX_LENGTH).join('');
  return /^\.*$/.test(short) ? 'file' : short;
}

/** Returns the header Content-Disposition, with an ASCII name for old clients (RFC 6266). */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
