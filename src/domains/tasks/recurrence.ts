// Recurrence of tasks: a subset of the rules of RFC 5545 on plain dates, counted in UTC so that no time zone moves a day.
import rrule from 'rrule';
import { invalid } from '../../errors.ts';

const MEMBERS = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL']);
const FREQUENCIES = /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/;

/** Returns a valid rule in its usual form. @throws VALIDATION_ERROR rrule */
export function readRecurrence(text: string): string {
  const refuse = (message: string) => invalid('recurrence', 'rrule', message);
  const rule = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const members = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  for (const name of members.keys())
    if (!MEMBERS.has(name))
      throw refuse(`Use ${[...MEMBERS].join(', ')} only, such as FREQ=WEEKLY;BYDAY=MO.`);
  if (!FREQUENCIES.test(members.get('FREQ') ?? ''))
    throw refuse('Give FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.');
  if (members.has('COUNT') && members.has('UNTIL')) throw refuse('Give either COUNT or UNTIL.');
  for (const name of ['INTERVAL', 'COUNT'])
    if (members.has(name) && !/^[1-9][0-9]{0,3}$/.test(members.get(name)!))
      throw refuse(`Give ${name} as a whole number from 1 to 9999.`);
  if (members.has('UNTIL') && !/^\d{8}(T\d{6}Z)?$/.test(members.get('UNTIL')!))
    throw refuse('Give UNTIL as a date such as 20261231.');
  try {
    rrule.RRule.fromString(rule);
  } catch {
    throw refuse('Give a rule such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH.');
  }
  return rule;
}

/**
 * Returns the due date of the next occurrence; undefined where the rule ends.
 * @param due the due date of the former occurrence
 * @param occurrence its number, from 1
 */
export function nextDueDate(recurrence: string, due: string, occurrence: number): string | undefined {
  const { count, until, ...options } = rrule.RRule.parseString(recurrence);
  if (count && occurrence >= count) return undefined;
  const former = new Date(`${due}T00:00:00Z`);
  const next = new rrule.RRule({ ...options, dtstart: former }).after(former);
  // A rule goes on for ever, but no date column holds a later year.
  if (!next || next.getUTCFullYear() > 9999) return undefined;
  const day = next.toISOString().slice(0, 10);
  return until && day > until.toISOString().slice(0, 10) ? undefined : day;
}
