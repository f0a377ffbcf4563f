// What a merge fills on the record that stays, and what an undo takes back. Pure: no I/O, nothing of the two domains.

type Fields = Record<string, unknown>;

/** A value that the merge wrote, and the one that stood there before; a key that was not there has none. */
export interface Filled {
  from?: unknown;
  to: unknown;
}

/** By field, or by `field.key` where a value is merged key by key. */
export type FilledFields = Record<string, Filled>;

/** Something that a merge or an undo left as it was, and why. */
export interface Skip {
  /** A field, or the table of rows. */
  name: string;
  reason: string;
  count: number;
  /** Ids of rows, the first hundred. */
  ids: string[];
}

/** What a merge writes onto the record that stays. */
export interface Plan {
  patch: Fields;
  filled: FilledFields;
  skipped: Skip[];
}

/** What stays as it is on both records, or has a rule of its own. */
const OWN = new Set([
  ...['tenantId', 'id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'deletedAt'],
  ...['mergedIntoId', 'source', 'status', 'displayName', 'tags', 'customFields'],
]);

const MAX_TAGS = 50;

/** null, "", [] and {} are empty (crm.md section 3). */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** A field that was left as it was. */
export function skippedField(name: string, reason: string): Skip {
  return { name, reason, count: 1, ids: [] };
}

/**
 * What the record that stays takes from the other one (crm.md section 3): its own values are kept and its empty ones
 * filled; custom fields key by key; tags united. A new column is filled without being named here.
 * @param pairs fields that are filled together or not at all, such as an amount and its currency
 * @param except fields that the caller has a rule of its own for
 */
export function planFill(
  primary: Fields,
  duplicate: Fields,
  { pairs = [], except = [] }: { pairs?: readonly (readonly string[])[]; except?: readonly string[] },
): Plan {
  const plan: Plan = { patch: {}, filled: {}, skipped: [] };
  const left = new Set([...OWN, ...except, ...pairs.flat()]);
  for (const name of Object.keys(duplicate)) {
    if (!left.has(name) && isEmpty(primary[name]) && !isEmpty(duplicate[name]))
      write(plan, primary, { [name]: duplicate[name] });
  }
  for (const pair of pairs) {
    if (!pair.every((name) => isEmpty(primary[name])) || isEmpty(duplicate[pair[0]!])) continue;
    write(plan, primary, Object.fromEntries(pair.map((name) => [name, duplicate[name]])));
  }
  fillKeys(plan, primary, duplicate, 'customFields', isEmpty);
  uniteTags(plan, primary.tags as string[], duplicate.tags as string[]);
  return plan;
}

/** Notes values that the merge writes onto the record that stays. */
export function write(plan: Plan, primary: Fields, values: Fields): void {
  for (const [name, to] of Object.entries(values)) {
    if (same(primary[name], to)) continue;
    plan.patch[name] = to;
    plan.filled[name] = { from: primary[name] ?? null, to };
  }
}

/** Fills an object key by key, where `yields` says that the value of the record that stays gives way. */
export function fillKeys(
  plan: Plan,
  primary: Fields,
  duplicate: Fields,
  field: string,
  yields: (ours: unknown, theirs: unknown) => boolean,
): void {
  const ours = (primary[field] ?? {}) as Fields;
  const theirs = (duplicate[field] ?? {}) as Fields;
  const added = Object.entries(theirs).filter(([key, value]) => !isEmpty(value) && yields(ours[key], value));
  if (added.length === 0) return;
  plan.patch[field] = { ...ours, ...Object.fromEntries(added) };
  for (const [key, to] of added) plan.filled[`${field}.${key}`] = { from: ours[key], to };
}

function uniteTags(plan: Plan, ours: string[], theirs: string[]): void {
  const known = new Set(ours.map((tag) => tag.toLowerCase()));
  const added = theirs.filter((tag) => !known.has(tag.toLowerCase()));
  const taken = added.slice(0, MAX_TAGS - ours.length);
  if (taken.length) write(plan, { tags: ours }, { tags: [...ours, ...taken] });
  if (taken.length < added.length)
    plan.skipped.push({ name: 'tags', reason: 'limit', count: added.length - taken.length, ids: [] });
}

/**
 * What an undo puts back (crm.md section 3): each value that the merge wrote, unless it was changed since. Added tags are
 * taken out, whatever was added beside them; a pair follows its first field.
 */
export function planRestore(
  record: Fields,
  filled: FilledFields,
  pairs: readonly (readonly string[])[],
): { patch: Fields; cleared: string[]; skipped: Skip[] } {
  const patch: Fields = {};
  const cleared: string[] = [];
  const skipped: Skip[] = [];
  const leaderOf = new Map(pairs.flatMap((pair) => pair.map((name) => [name, pair[0]!])));
  for (const [path, { from, to }] of Object.entries(filled)) {
    const [field, key] = splitPath(path);
    const whole = (patch[field] ?? record[field] ?? null) as Fields;
    if (field === 'tags') {
      const added = new Set((to as string[]).slice((from as string[]).length));
      patch.tags = (record.tags as string[]).filter((tag) => !added.has(tag));
    } else if (key !== undefined) {
      if (!same(whole[key], to)) {
        skipped.push(skippedField(path, 'changed'));
        continue;
      }
      const { [key]: _, ...rest } = whole;
      patch[field] = from === undefined ? rest : { ...rest, [key]: from };
    } else {
      const first = leaderOf.get(field) ?? field;
      const leader = first in filled ? first : field;
      if (!same(record[leader], filled[leader]!.to)) {
        skipped.push(skippedField(path, 'changed'));
        continue;
      }
      patch[field] = from;
    }
    cleared.push(path);
  }
  return { patch, cleared, skipped };
}

/** A custom field may have a point in its name; a column has none. */
function splitPath(path: string): [field: string, key: string | undefined] {
  const at = path.indexOf('.');
  return at < 0 ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)];
}
