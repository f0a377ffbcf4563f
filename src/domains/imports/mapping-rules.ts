// Checks a mapping against the columns of a file and the fields of its target, and completes it with its defaults.
import { createHash } from 'node:crypto';
import { isSupportedCountry } from 'libphonenumber-js';
import { type FieldFault, ServiceError } from '../../errors.ts';
import { canonicalJson } from '../../operations/canonical.ts';
import type { ColumnMapping, Mapping, PmMapping } from './model.ts';
import type { TargetField } from './target-fields.ts';
import type { TargetSpec } from './targets.ts';

/** A mapping as the caller gives it. */
export interface MappingInput {
  columns: (Partial<Omit<ColumnMapping, 'target'>> & { target: string })[];
  matchKeys?: string[] | null;
  mode?: Mapping['mode'] | null;
  onError?: Mapping['on_error'] | null;
  emptyCells?: Mapping['empty_cells'] | null;
  dateFormat?: string | null;
  decimalSeparator?: '.' | ',' | null;
  timeZone?: string | null;
}

const TRANSFORM = /^(trim|lower|number|bool|map|split:.{1,10}|date:.{1,40}|phone:[A-Z]{2})$/;
const DATE_FORMAT = /^(YYYY|YY|MM|M|DD|D|HH|mm|ss|[^A-Za-z])+$/;

/** Returns the SHA-256 of a mapping as canonical JSON, as hex. */
export function mappingHash(mapping: Mapping | PmMapping): string {
  return createHash('sha256').update(canonicalJson(mapping)).digest('hex');
}

/** Completes a mapping with its defaults. @throws VALIDATION_ERROR with every fault and its path */
export function readMapping(
  input: MappingInput,
  columns: readonly string[],
  target: TargetSpec,
  fields: readonly TargetField[],
  timeZone: string,
): Mapping {
  const mapped = readColumns(input.columns);
  const mode = input.mode ?? 'create';
  const chosen = input.matchKeys ?? defaultKeys(target, mapped);
  const mapping: Mapping = {
    columns: mapped,
    match_keys: chosen,
    mode,
    on_error: input.onError ?? 'skip_row',
    empty_cells: input.emptyCells ?? 'ignore',
    date_format: input.dateFormat ?? null,
    decimal_separator: input.decimalSeparator ?? '.',
    time_zone: input.timeZone ?? timeZone,
  };
  const known = new Map(fields.map((field) => [field.key, field]));
  const faults = [
    ...columnFaults(mapped, columns, known),
    ...keyFaults(mapping, target, fields),
    ...dateFormatFaults(mapping),
  ];
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  return mapping;
}

/** Returns the columns of a mapping with their defaults. */
export function readColumns(columns: MappingInput['columns']): ColumnMapping[] {
  return columns.map((one) => ({
    source: one.source ?? null,
    target: one.target,
    transform: one.transform ?? [],
    map: one.map ?? null,
    default: one.default ?? null,
  }));
}

function defaultKeys({ matchKeys }: TargetSpec, columns: ColumnMapping[]): string[] {
  const mapped = new Set(columns.map(({ target }) => target));
  return matchKeys.flatMap(({ key, isDefault }) => (isDefault && mapped.has(key) ? [key] : []));
}

/** Returns what is wrong with the columns of a mapping, for a file with these columns. */
export function columnFaults(
  mapped: readonly ColumnMapping[],
  columns: readonly string[],
  known: ReadonlyMap<string, TargetField>,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const places = new Set<string>();
  for (const [at, { source, target, transform, map, default: fallback }] of mapped.entries()) {
    const add = (member: string, rule: string, message: string): unknown =>
      faults.push({ path: `columns[${at}].${member}`, rule, message });
    if (source !== null && !columns.includes(source))
      add('source', 'unknown_column', `The file has no column ${source}.`);
    if (source === null && fallback === null)
      add('default', 'required', 'Give the constant as default, or a source.');
    const field = known.get(target);
    if (!field) add('target', 'unknown_target', `${target} is no field of this target that you may write.`);
    const place = field?.path.join('.') ?? target;
    if (places.has(place)) add('target', 'duplicate_target', `${target} is mapped twice.`);
    places.add(place);
    for (const [step, name] of transform.entries()) {
      const isCountry = !name.startsWith('phone:') || isSupportedCountry(name.slice('phone:'.length));
      if (!TRANSFORM.test(name) || !isCountry || (name === 'map' && !map))
        add(`transform[${step}]`, 'unknown_transform', 'Give one of the documented steps; map needs `map`.');
    }
  }
  return faults;
}

function keyFaults(
  { columns, match_keys: keys, mode }: Mapping,
  target: TargetSpec,
  fields: readonly TargetField[],
): FieldFault[] {
  const faults: FieldFault[] = [];
  const mapped = new Set(columns.map((column) => column.target));
  for (const [at, key] of keys.entries()) {
    if (!target.matchKeys.some((one) => one.key === key) || !mapped.has(key))
      faults.push({
        path: `match_keys[${at}]`,
        rule: 'unknown_match_key',
        message: `${key} must be a match key of the target, and mapped.`,
      });
  }
  const missing = fields.filter(({ required, key }) => required && !mapped.has(key));
  if (mode !== 'update') {
    for (const { key } of missing)
      faults.push({ path: 'columns', rule: 'required', message: `Map a column to ${key}.` });
    for (const group of target.oneOf ?? []) {
      const message = `Map a column to one of ${group.join(', ')}.`;
      if (!group.some((key) => mapped.has(key))) faults.push({ path: 'columns', rule: 'required', message });
    }
  }
  if (mode === 'update' && keys.length === 0 && target.name !== 'clients')
    faults.push({ path: 'match_keys', rule: 'required', message: 'Updates need a key to find records by.' });
  return faults;
}

/** Returns what is wrong with the date format and the time zone of a mapping. */
export function dateFormatFaults({
  date_format: format,
  time_zone: zone,
}: Pick<Mapping, 'date_format' | 'time_zone'>): FieldFault[] {
  const faults: FieldFault[] = [];
  if (format !== null && !DATE_FORMAT.test(format))
    faults.push({ path: 'date_format', rule: 'format', message: 'Use YYYY YY MM M DD D HH mm ss.' });
  if (!isTimeZone(zone))
    faults.push({ path: 'time_zone', rule: 'time_zone', message: 'Give a zone of the IANA database.' });
  return faults;
}

function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
