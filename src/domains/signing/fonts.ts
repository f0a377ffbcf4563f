// The bundled fonts of sealed documents, and whether they have the glyphs of a text.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fontkit from '@cantoo/fontkit';

const FILES = { text: 'DejaVuSans.ttf', script: 'DejaVuSerif-Italic.ttf' } as const;
export type FontName = keyof typeof FILES;

interface Glyphs {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const opened = new Map<FontName, Glyphs>();

/** Returns the bytes of a font. */
export function readFont(name: FontName): Buffer {
  const folder = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  return readFileSync(join(folder, 'ttf', FILES[name]));
}

/** Returns whether a font has a glyph for every character of a text. */
export function isPrintable(text: string, name: FontName): boolean {
  let font = opened.get(name);
  if (!font) {
    font = (fontkit as unknown as { create(bytes: Buffer): Glyphs }).create(readFont(name));
    opened.set(name, font);
  }
  return [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0)!));
}
