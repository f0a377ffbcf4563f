// Converts names to labels for hosts and email addresses.
import type { Country } from './places.ts';

/** German spells umlauts out; other languages drop the diacritics. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Converts a name to lower-case ASCII and joins its words: `Möhlenkamp & Tietjens` becomes `moehlenkamp-tietjens`. */
export function asciiLabel(name: string, language: Country['language'], separator: string): string {
  const lower = name.toLowerCase().replaceAll('ß', 'ss');
  const spelled = language === 'de' ? lower.replace(/[äöü]/g, (letter) => GERMAN[letter]!) : lower;
  return joinWords(spelled.normalize('NFD').replace(/\p{M}/gu, ''), separator);
}

/** Converts a name to a label that keeps the letters of its language, for an internationalized host. */
export function nativeLabel(name: string): string {
  return joinWords(name.toLowerCase(), '-');
}

function joinWords(name: string, separator: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.join(separator).slice(0, 50).replace(/[-.]$/, '');
}
