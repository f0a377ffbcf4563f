// Shows an import before its dry run: its columns with suggestions, and the first rows as they would be stored.
import type { TenantContext } from '../../context.ts';
import type { WireObject } from '../../operations/wire.ts';
import { findWithRows } from './access.ts';
import { isEmpty } from './cells.ts';
import { type HiddenColumns, hiddenColumnsOf, visibleCells, visibleErrors } from './hidden-columns.ts';
import { type Cell, type Import, ImportRow, type Mapping } from './model.ts';
import { plannerOf, planRows } from './plan.ts';
import { suggest } from './suggestions.ts';
import { fieldsOf, type TargetField } from './target-fields.ts';
import { modesOf, TARGETS, type TargetSpec, targetOf, unavailableReason } from './targets.ts';
import { assertCells } from './upload.ts';

/** The rows by which columns are judged. */
const SAMPLE_ROWS = 200;
const DEFAULT_ROWS = 20;

/** Returns the preview of an import. @throws NOT_FOUND, PERMISSION_DENIED */
export async function previewImport(ctx: TenantContext, id: string, rows?: number | null): Promise<object> {
  const imported = await findWithRows(ctx, id, 'data');
  assertCells(imported);
  const target = targetOf(imported.target);
  const fields = fieldsOf(ctx, target);
  const sample = (await ImportRow.of(ctx)
    .where({ importId: id })
    .orderBy('row_number')
    .limit(SAMPLE_ROWS)) as unknown as ImportRow[];
  const cells = sample.map((row) => row.cells ?? []);
  const suggestions = suggest(imported.columns, cells, fields);
  const mapping = (imported.mapping as Mapping | null) ?? suggestedMapping(ctx, imported, suggestions);
  const planner = plannerOf(ctx, imported, mapping);
  const planned = await planRows(ctx, planner, sample.slice(0, rows ?? DEFAULT_ROWS));
  const hidden = hiddenColumnsOf(ctx, imported);
  return {
    columns: imported.columns.map((name, index) => ({
      ...columnOf(hidden.columns.has(name) ? [] : cells, index),
      ...{ index, name, suggestion: suggestions[index] },
    })),
    rows: planned.map(({ row, input, errors }) => ({
      rowNumber: row.rowNumber,
      line: row.line,
      values: visibleCells(imported.columns, row.cells, hidden),
      record: withoutFields(input, hidden.fields),
      errors: visibleErrors(errors, hidden),
    })),
    mappingSource: imported.mapping ? 'mapping' : 'suggested',
    warnings: imported.warnings,
  };
}

/** Returns an input without governed fields that the reader may not see. */
function withoutFields(input: WireObject, fields: HiddenColumns['fields']): WireObject {
  const visible = Object.fromEntries(Object.entries(input).filter(([key]) => !fields.has(key)));
  if (!visible.custom_fields) return visible;
  const custom = Object.entries(visible.custom_fields).filter(([key]) => !fields.has(`custom.${key}`));
  return { ...visible, custom_fields: Object.fromEntries(custom) };
}

function suggestedMapping(
  { principal }: TenantContext,
  { columns }: Import,
  suggestions: ReturnType<typeof suggest>,
): Mapping {
  const dates = suggestions.flatMap((one) => one?.dateFormat ?? []);
  return {
    columns: columns.flatMap((source, at) => {
      const target = suggestions[at]?.target;
      return target ? [{ source, target, transform: [], map: null, default: null }] : [];
    }),
    ...{
      match_keys: [],
      mode: 'create',
      on_error: 'skip_row',
      empty_cells: 'ignore',
      decimal_separator: '.',
    },
    date_format: dates[0] ?? null,
    time_zone: principal.timeZone,
  };
}

function columnOf(rows: Cell[][], at: number): object {
  const filled = rows.map((row) => row[at] ?? null).filter((cell) => !isEmpty(cell));
  const texts = filled.map((cell) => [cell].flat().join('; '));
  return {
    samples: [...new Set(texts)].slice(0, 5),
    filled: filled.length,
    empty: rows.length - filled.length,
    detectedType: typeOf(texts),
  };
}

const TYPES: [string, RegExp][] = [
  ['integer', /^[+-]?\d{1,15}$/],
  ['number', /^[+-]?\d+[.,]\d+$/],
  ['date', /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/],
  ['boolean', /^(true|false|yes|no|ja|nein)$/i],
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
  ['url', /^https?:\/\//],
];

function typeOf(texts: string[]): string {
  if (texts.length === 0) return 'empty';
  return TYPES.find(([, pattern]) => texts.every((text) => pattern.test(text.trim())))?.[0] ?? 'text';
}

/** Returns what files can be imported into. */
export function listTargets(ctx: TenantContext): object[] {
  return TARGETS.map((target) => {
    const reason = unavailableReason(ctx, target);
    return {
      ...{ target: target.name, label: target.label, available: reason === null, unavailableReason: reason },
      modes: modesOf(target),
      matchKeys: target.matchKeys.map(({ key, isDefault }) => ({
        key,
        label: key,
        default: isDefault ?? false,
      })),
      fields: fieldsOf(ctx, target).map(described),
      sampleCsv: sampleOf(target),
    };
  });
}

function described({
  key,
  label,
  type,
  required,
  list,
  maxLength,
  options,
  classification,
  example,
}: TargetField): object {
  return { key, label, type, required, list, maxLength, options, classification, example };
}

function sampleOf({ example }: TargetSpec): string {
  return `${Object.keys(example).join()}\r\n${Object.values(example).join()}\r\n`;
}
