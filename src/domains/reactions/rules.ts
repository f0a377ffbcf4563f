// Pure rules of reactions.
import { invalid } from '../../errors.ts';

const MAX_BYTES = 32;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const EMOJI = /^\p{RGI_Emoji}$/v;

/** Returns an emoji as it is stored. @throws VALIDATION_ERROR emoji for anything but one emoji */
export function readEmoji(text: string): string {
  const emoji = text.trim().normalize('NFC');
  const isOne = Buffer.byteLength(emoji) <= MAX_BYTES && [...graphemes.segment(emoji)].length === 1;
  // Emoji that are texts by default are sent with and without the selector that makes them emoji.
  if (!isOne || !(EMOJI.test(emoji) || EMOJI.test(`${emoji}\u{fe0f}`)))
    throw invalid('emoji', 'emoji', 'Send exactly one emoji, such as 👍.');
  return emoji;
}
