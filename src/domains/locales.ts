// Validation of languages and time zones, for contacts, people and workspaces.
import { invalid } from '../errors.ts';

/**
 * Returns the name of an IANA time zone. `Intl.supportedValuesOf` is not enough: it lacks UTC and lists Europe/Kyiv
 * and Asia/Kolkata only under their former names.
 * @param path the field that the error names
 * @throws VALIDATION_ERROR timezone for an offset or an unknown name
 */
export function readTimeZone(input: string, path: string): string {
  const name = input.trim();
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // An alias resolves to the name of another zone; for other names, resolving only corrects the letter case.
    if (/^[a-z]/i.test(name)) return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    // The error below is more helpful than the RangeError.
  }
  throw invalid(path, 'timezone', `"${name.slice(0, 60)}" is not an IANA time zone such as Europe/Berlin.`);
}

/** Returns a BCP 47 language tag in its canonical form. @throws VALIDATION_ERROR locale for anything else */
export function readLocale(input: string, path: string): string {
  const text = input.trim();
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    if (tag) return tag;
  } catch {
    // The error below is more helpful than the RangeError.
  }
  throw invalid(path, 'locale', `"${text.slice(0, 60)}" is not a BCP 47 language tag such as de-DE.`);
}
