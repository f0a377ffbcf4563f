// What the cells of a workbook become as text: numbers, dates, times, texts.
const DAY_MS = 86_400_000;
/** Days from the first day of each date system to 1970-01-01. */
const EPOCH = { from1900: 25_569, from1904: 24_107 };
/** 9999-12-31, the last day that a workbook can have. */
const LAST_SERIAL = 2_958_465;

/** The formats of dates and times that need no declaration; several of them depend on the language of the program. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isBuiltInTime = (id: number): boolean => (id >= 18 && id <= 21) || id === 45 || id === 47;
const BUILT_IN_DURATION = 46;

/** A time is shown without the day of its number, a duration with all of its hours. */
export type NumberKind = 'number' | 'date' | 'time' | 'duration';

/** Returns what a number with a format is. @param code the declared format; undefined for one that needs no declaration */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id === BUILT_IN_DURATION) return 'duration';
    if (isBuiltInTime(id)) return 'time';
    return isBuiltInDate(id) ? 'date' : 'number';
  }
  // The first section is that of positive numbers; texts, fillers, colours and languages say nothing, elapsed hours do.
  const [section = ''] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';');
  if (/general/i.test(section)) return 'number';
  if (section.includes('[')) return 'duration';
  if (/[yd]/i.test(section)) return 'date';
  if (/[hs]/i.test(section)) return 'time';
  return /m/i.test(section) ? 'date' : 'number';
}

/** Writes a number without an exponent, in the fewest digits that tell it from others. */
const DECIMAL = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 });

/**
 * Returns a number as a text of its kind: dates as ISO 8601, with the time if they have one, but without a time zone, as
 * workbooks know none; times and durations as hours, minutes and seconds.
 */
export function numberText(value: number, kind: NumberKind, is1904: boolean): string {
  if (kind === 'number' || value < 0 || value > LAST_SERIAL) return DECIMAL.format(value);
  if (kind === 'duration' || (kind === 'time' && value < 1)) return durationText(value);
  // The first workbooks counted a 29th of February 1900, so that earlier days are off by one.
  const days = !is1904 && value >= 1 && value < 60 ? value + 1 : value;
  const epoch = is1904 ? EPOCH.from1904 : EPOCH.from1900;
  return dateText(new Date(Math.round((days - epoch) * DAY_MS)).toISOString());
}

function durationText(value: number): string {
  const seconds = Math.round(value * 86_400);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns an ISO date without a time of midnight, fractions of nothing, and its zone. */
export function dateText(iso: string): string {
  return iso.replace(/\.0+(?=Z?$)/, '').replace(/(T00:00:00)?Z?$/, '');
}

/** Returns a text of a workbook, which writes characters that XML cannot contain as `_x000D_`. */
export function unescapedText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
