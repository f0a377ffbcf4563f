// Languages and time zones, as contacts, people and workspaces have them.
import { invalid } from '../errors.ts';

/**
 * A zone of the IANA database. Not only those of `Intl.supportedValuesOf`: that list lacks UTC and knows
 * Europe/Kyiv and Asia/Kolkata by their former names only.
 * @param path named in the refusal
 * @throws VALIDATION_ERROR timezone for an offset or an unknown name
 */
export function readTimeZone(input: string, path: string): string {
  const name = input.trim();
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // The resolved name of an alias is another zone's; of any other name it only mends the case.
    if (/^[a-z]/i.test(name)) return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    // The refusal below says more than the RangeError.
  }
  throw invalid(path, 'timezone', `"${name.slice(0, 60)}" is not an IANA time zone such as Europe/Berlin.`);
}

/** A BCP 47 language tag in its canonical form. @throws VALIDATION_ERROR locale for what is none */
export function readLocale(input: string, path: string): string {
  const text = input.trim();
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    if (tag) return tag;
  } catch {
    // The refusal below says more than the RangeError.
  }
  throw invalid(path, 'locale', `"${text.slice(0, 60)}" is not a BCP 47 language tag such as de-DE.`);
}
