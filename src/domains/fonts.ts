// The bundled fonts of PDFs, and whether they have the glyphs of a text.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const FILES = {
  text: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  script: 'DejaVuSerif-Italic.ttf',
} as const;
export type FontName = keyof typeof FILES;

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const opened = new Map<FontName, Glyphs>();

/** Returns the path of a font. */
export function fontPath(name: FontName): string {
  const folder = dirname(require.resolve('dejavu-fonts-ttf/package.json'));
  return join(folder, 'ttf', FILES[name]);
}

/** Returns the bytes of a font. */
export function readFont(name: FontName): Buffer {
  return readFileSync(fontPath(name));
}

/** Returns whether a font has a glyph for every character of a text. */
export function isPrintable(text: string, name: FontName): boolean {
  let font = opened.get(name);
  if (!font) {
    // Loaded at first use: the package takes 25 MB.
    const fontkit: { create(bytes: Buffer): Glyphs } = require('@cantoo/fontkit');
    font = fontkit.create(readFont(name));
    opened.set(name, font);
  }
  return [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0)!));
}
