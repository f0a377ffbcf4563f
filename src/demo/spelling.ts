// Names as they stand in hosts and addresses.
import type { Country } from './places.ts';

/** German writes its umlauts out, where others drop the dots. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** A name in the letters of ASCII, lower case, its words joined: `Möhlenkamp & Tietjens` is `moehlenkamp-tietjens`. */
export function asciiLabel(name: string, language: Country['language'], joint: string): string {
  const lower = name.toLowerCase().replaceAll('ß', 'ss');
  const spelled = language === 'de' ? lower.replace(/[äöü]/g, (letter) => GERMAN[letter]!) : lower;
  return joined(spelled.normalize('NFD').replace(/\p{M}/gu, ''), joint);
}

/** The same in the letters of its language, for an internationalized host. */
export function nativeLabel(name: string): string {
  return joined(name.toLowerCase(), '-');
}

function joined(name: string, joint: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.join(joint).slice(0, 50).replace(/[-.]$/, '');
}
