// Pure rules for the fields of a merge: which values the primary record takes from the duplicate, and which an undo
// restores.

type Fields = Record<string, unknown>;

/** A value that the merge wrote and the value before; `from` is missing for a key that did not exist. */
interface FilledValue {
  from?: unknown;
  to: unknown;
}

/** Filled values by field, or by `field.key` for objects that are merged key by key. */
export type FilledFields = Record<string, FilledValue>;

/** A field or rows that a merge or an undo left unchanged, with the reason. */
export interface SkippedItem {
  /** The field, or the table of the rows. */
  name: string;
  reason: string;
  count: number;
  /** The ids of the first hundred rows. */
  ids: string[];
}

/** The changes that a merge makes to the primary record. */
export interface FillPlan {
  patch: Fields;
  filled: FilledFields;
  skipped: SkippedItem[];
}

/** Fields that a merge never fills, or fills by a separate rule. */
const EXCLUDED = new Set([
  ...['tenantId', 'id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'deletedAt'],
  ...['mergedIntoId', 'source', 'status', 'displayName', 'tags', 'customFields'],
]);

const MAX_TAGS = 50;

/** Returns whether a value is empty: null, "", [] or {} (crm.md section 3). */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}

/** Compares two values by their JSON; undefined equals null. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Describes a field that was left unchanged. */
export function skippedField(name: string, reason: string): SkippedItem {
  return { name, reason, count: 1, ids: [] };
}

/**
 * Plans which values the primary record takes from the duplicate (crm.md section 3): its own values are kept and its
 * empty fields filled; custom fields are filled key by key and tags combined. New columns are included automatically.
 * @param pairs fields that are filled together or not at all, such as an amount and its currency
 * @param exclude fields that the caller merges by its own rule
 */
export function planFill(
  primary: Fields,
  duplicate: Fields,
  { pairs = [], exclude = [] }: { pairs?: readonly (readonly string[])[]; exclude?: readonly string[] },
): FillPlan {
  const plan: FillPlan = { patch: {}, filled: {}, skipped: [] };
  const excluded = new Set([...EXCLUDED, ...exclude, ...pairs.flat()]);
  for (const name of Object.keys(duplicate)) {
    if (!excluded.has(name) && isEmpty(primary[name]) && !isEmpty(duplicate[name]))
      fillValues(plan, primary, { [name]: duplicate[name] });
  }
  for (const pair of pairs) {
    if (!pair.every((name) => isEmpty(primary[name])) || isEmpty(duplicate[pair[0]!])) continue;
    fillValues(plan, primary, Object.fromEntries(pair.map((name) => [name, duplicate[name]])));
  }
  fillKeys(plan, primary, duplicate, 'customFields', isEmpty);
  mergeTags(plan, primary.tags as string[], duplicate.tags as string[]);
  return plan;
}

/** Adds values to the plan, except those that the primary record has already. */
export function fillValues(plan: FillPlan, primary: Fields, values: Fields): void {
  for (const [name, to] of Object.entries(values)) {
    if (isEqual(primary[name], to)) continue;
    plan.patch[name] = to;
    plan.filled[name] = { from: primary[name] ?? null, to };
  }
}

/**
 * Adds the keys of an object to the plan for which `isReplaceable` lets the duplicate's value replace the primary's.
 */
export function fillKeys(
  plan: FillPlan,
  primary: Fields,
  duplicate: Fields,
  field: string,
  isReplaceable: (ours: unknown, theirs: unknown) => boolean,
): void {
  const ours = (primary[field] ?? {}) as Fields;
  const theirs = (duplicate[field] ?? {}) as Fields;
  const added = Object.entries(theirs).filter(
    ([key, value]) => !isEmpty(value) && isReplaceable(ours[key], value),
  );
  if (added.length === 0) return;
  plan.patch[field] = { ...ours, ...Object.fromEntries(added) };
  for (const [key, to] of added) plan.filled[`${field}.${key}`] = { from: ours[key], to };
}

function mergeTags(plan: FillPlan, ours: string[], theirs: string[]): void {
  const existing = new Set(ours.map((tag) => tag.toLowerCase()));
  const added = theirs.filter((tag) => !existing.has(tag.toLowerCase()));
  const accepted = added.slice(0, MAX_TAGS - ours.length);
  if (accepted.length) fillValues(plan, { tags: ours }, { tags: [...ours, ...accepted] });
  if (accepted.length < added.length)
    plan.skipped.push({ name: 'tags', reason: 'limit', count: added.length - accepted.length, ids: [] });
}

/**
 * Plans what an undo restores (crm.md section 3): every value that the merge wrote, unless it was changed since. Tags
 * that the merge added are removed, later ones kept; the fields of a pair are restored if the first one is unchanged.
 */
export function planRestore(
  record: Fields,
  filled: FilledFields,
  pairs: readonly (readonly string[])[],
): { patch: Fields; cleared: string[]; skipped: SkippedItem[] } {
  const patch: Fields = {};
  const cleared: string[] = [];
  const skipped: SkippedItem[] = [];
  const leaderOf = new Map(pairs.flatMap((pair) => pair.map((name) => [name, pair[0]!])));
  for (const [path, { from, to }] of Object.entries(filled)) {
    const [field, key] = splitPath(path);
    const current = (patch[field] ?? record[field] ?? null) as Fields;
    if (field === 'tags') {
      const added = new Set((to as string[]).slice((from as string[]).length));
      patch.tags = (record.tags as string[]).filter((tag) => !added.has(tag));
    } else if (key !== undefined) {
      if (!isEqual(current[key], to)) {
        skipped.push(skippedField(path, 'changed'));
        continue;
      }
      const { [key]: _, ...rest } = current;
      patch[field] = from === undefined ? rest : { ...rest, [key]: from };
    } else {
      const first = leaderOf.get(field) ?? field;
      const leader = first in filled ? first : field;
      if (!isEqual(record[leader], filled[leader]!.to)) {
        skipped.push(skippedField(path, 'changed'));
        continue;
      }
      patch[field] = from;
    }
    cleared.push(path);
  }
  return { patch, cleared, skipped };
}

/** Splits `field.key` at the first dot: a key may contain dots, a column name does not. */
function splitPath(path: string): [field: string, key: string | undefined] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}
