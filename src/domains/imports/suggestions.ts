// Suggests which column is which field: by its name, by known synonyms, and by what its cells contain.
import { isDay } from '../../clock.ts';
import type { Cell } from './model.ts';
import type { TargetField } from './target-fields.ts';

export interface Suggestion {
  target: string;
  confidence: number;
  dateFormat: string | null;
}

const COMPANY_NAME = ['company.name', 'client_name', 'name'];

/** Names of columns in English and German, by the field that they mean; of several the first one that the target has. */
const SYNONYMS: Record<string, string | readonly string[]> = {
  ...{ emailaddress: 'email', mail: 'email', emailadresse: 'email', mailadresse: 'email' },
  ...{ vorname: 'first_name', givenname: 'first_name', firstname: 'first_name', forename: 'first_name' },
  ...{ nachname: 'last_name', surname: 'last_name', familyname: 'last_name', familienname: 'last_name' },
  ...{
    firma: COMPANY_NAME,
    organisation: COMPANY_NAME,
    organization: COMPANY_NAME,
    company: COMPANY_NAME,
    firmenname: COMPANY_NAME,
    companyname: COMPANY_NAME,
    unternehmen: COMPANY_NAME,
    account: COMPANY_NAME,
    accountname: COMPANY_NAME,
    bezeichnung: 'name',
  },
  ...{ betreff: ['title', 'name'], subject: ['title', 'name'], bemerkung: ['notes', 'note', 'description'] },
  ...{ sprache: 'locale', language: 'locale', zeitzone: 'timezone', anrede: 'prefix', salutation: 'prefix' },
  ...{
    priorität: 'priority',
    prio: 'priority',
    startdatum: 'start_date',
    start: 'start_date',
    beginn: 'start_date',
  },
  ...{
    minuten: 'minutes',
    mins: 'minutes',
    duration: 'minutes',
    abrechenbar: 'billable',
    mitbewerber: 'name',
  },
  ...{
    telefon: 'phone',
    telefonnummer: 'phone',
    phonenumber: 'phone',
    mobile: 'phone',
    tel: 'phone',
    handy: 'phone',
  },
  ...{ webseite: 'website', homepage: 'website', url: 'website', web: 'website', internetseite: 'website' },
  ...{
    domäne: 'domain',
    branche: 'industry',
    sector: 'industry',
    abteilung: 'department',
    position: 'title',
  },
  ...{ jobtitle: 'title', funktion: 'title', aufgabe: 'title', task: 'title', titel: 'title' },
  ...{ strasse: 'address.line1', straße: 'address.line1', street: 'address.line1', ort: 'address.city' },
  ...{ stadt: 'address.city', city: 'address.city', plz: 'address.postal_code', zip: 'address.postal_code' },
  ...{ postleitzahl: 'address.postal_code', postcode: 'address.postal_code', land: 'address.country' },
  ...{ country: 'address.country', bundesland: 'address.region', state: 'address.region' },
  ...{
    mitarbeiter: 'employee_count',
    employees: 'employee_count',
    umsatz: 'annual_revenue',
    revenue: 'annual_revenue',
  },
  ...{
    beschreibung: 'description',
    notizen: 'notes',
    schlagworte: 'tags',
    labels: 'tags',
    stichworte: 'tags',
  },
  ...{ betrag: 'value', amount: 'value', wert: 'value', währung: 'currency', phase: 'stage' },
  ...{
    fällig: 'due_date',
    fälligkeit: 'due_date',
    fälligam: 'due_date',
    fälligbis: 'due_date',
    faelligam: 'due_date',
    enddatum: 'due_date',
    duedate: 'due_date',
    deadline: 'due_date',
    due: 'due_date',
  },
  ...{
    besitzer: 'owner.email',
    owner: 'owner.email',
    zuständig: 'owner.email',
    kundennummer: 'client_number',
  },
  ...{
    kunde: 'client_name',
    client: 'client_name',
    notiz: 'body',
    note: 'body',
    text: 'body',
    dauer: 'minutes',
  },
  ...{ datum: 'work_date', date: 'work_date', projekt: 'project.name', project: 'project.name' },
};

const DATE_FORMATS = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'M/D/YYYY',
  'D/M/YYYY',
];

/** Suggests a field for each column; each field once, from a confidence of 0.5 on. */
export function suggest(
  columns: readonly string[],
  samples: readonly Cell[][],
  fields: readonly TargetField[],
): (Suggestion | null)[] {
  const taken = new Set<string>();
  const found: (Suggestion | null)[] = columns.map(() => null);
  const rounds = [byName, bySynonym, byContent];
  for (const round of rounds)
    for (const [at, column] of columns.entries()) {
      if (found[at]) continue;
      const cells = samples.flatMap((row) => (typeof row[at] === 'string' && row[at] ? [row[at]] : []));
      const suggestion = round(folded(column), cells, fields);
      if (!suggestion || taken.has(suggestion.target)) continue;
      taken.add(suggestion.target);
      found[at] = { ...suggestion, dateFormat: dateFormatOf(suggestion.target, cells, fields) };
    }
  return found;
}

type Guess = Omit<Suggestion, 'dateFormat'> | undefined;

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, '')
    .replace(/\.$/, '');
}

function byName(name: string, _: string[], fields: readonly TargetField[]): Guess {
  const field = fields.find(({ key, label }) => folded(key) === name || folded(label) === name);
  return field && { target: field.key, confidence: 1 };
}

function bySynonym(name: string, _: string[], fields: readonly TargetField[]): Guess {
  const targets = [SYNONYMS[name.replaceAll('.', '')] ?? []].flat();
  const target = targets.find((one) => hasField(fields, one));
  return target === undefined ? undefined : { target, confidence: 0.9 };
}

function byContent(_: string, cells: string[], fields: readonly TargetField[]): Guess {
  const patterns: [string, RegExp][] = [
    ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
    ['website', /^https?:\/\//],
  ];
  const match = patterns.find(
    ([key, pattern]) => cells.length && hasField(fields, key) && cells.every((cell) => pattern.test(cell)),
  );
  return match && { target: match[0], confidence: 0.6 };
}

function hasField(fields: readonly TargetField[], key: string): boolean {
  return fields.some((field) => field.key === key);
}

/** Returns the only format that reads every cell; null if there is none or more than one. */
function dateFormatOf(target: string, cells: string[], fields: readonly TargetField[]): string | null {
  const type = fields.find(({ key }) => key === target)?.type;
  if ((type !== 'date' && type !== 'datetime') || cells.length === 0) return null;
  const readings = new Map<string, string>();
  for (const format of DATE_FORMATS) {
    const days = cells.map((cell) => dayOf(cell.trim(), format));
    if (days.every((day) => day !== undefined)) readings.set(days.join(), format);
  }
  return readings.size === 1 ? [...readings.values()][0]! : null;
}

function dayOf(text: string, format: string): string | undefined {
  const names = format.match(/YYYY|MM|M|DD|D/g)!;
  const source = format
    .replace(/[./]/g, '\\$&')
    .replace(/YYYY/, '(\\d{4})')
    .replace(/MM|DD/g, '(\\d{2})')
    .replace(/(?<!\\)[MD]/g, '(\\d{1,2})');
  const parts = new RegExp(`^${source}$`).exec(text)?.slice(1);
  if (!parts) return undefined;
  const part = (letter: string): string => parts[names.findIndex((name) => name[0] === letter)]!;
  const day = `${part('Y')}-${part('M').padStart(2, '0')}-${part('D').padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}
