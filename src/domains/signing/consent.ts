// The text to which signers agree. Another text is another version; former ones stay.
export const CONSENT_VERSION = '1';

const TEXTS: Readonly<Record<string, string>> = {
  1: 'I agree to sign these documents electronically. My electronic signature shall have the same effect as one on paper as far as the law allows. I can decline, and ask the sender for another way to sign.',
};

/** Returns the text of a version. */
export function consentText(version: string): string {
  return TEXTS[version]!;
}
