// The records that were read for an answer. Each gets a number by which the answer cites it.

import type { PersistedOperation } from '../../operations/catalogue.ts';
import type { JsonSchema } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';
import type { Source } from './rules.ts';

type WireObject = Record<string, unknown>;
type Catalogue = Services['catalogue'];

/** The hits of a search in one module. */
interface HitGroup {
  module: string;
  hits: {
    id: string;
    title: string;
    subtitle: string | null;
    matched_field?: string;
    matchedField?: string;
  }[];
}

/** Members that can serve as the label of a record, the best first. */
const LABEL_FIELDS = ['display_name', 'name', 'title', 'client_name', 'subject', 'label', 'body', 'summary'];
const LABEL_LENGTH = 120;

export class Sources {
  /** The sources by their numbers, which start at 1. */
  readonly byNumber = new Map<number, Source>();
  readonly #catalogue: Catalogue;
  readonly #numbers = new Map<string, number>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /**
   * Collects the records in the answer of an operation.
   * @returns the answer with the number of each record in its member `cite`
   */
  collect(operation: PersistedOperation, input: WireObject, answer: unknown): unknown {
    const schema = operation.isPage ? { items: operation.outputSchema } : operation.outputSchema;
    return this.#walk(answer, schema, pathOf(operation, input), this.#kindAt(operation));
  }

  /** Registers a record, also one known only as a search hit, and returns its number. */
  add(source: Source): number {
    const key = `${source.type} ${source.id}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    const existing = this.byNumber.get(number);
    this.#numbers.set(key, number);
    this.byNumber.set(
      number,
      existing ? { ...existing, values: new Map([...existing.values, ...source.values]) } : source,
    );
    return number;
  }

  /** Returns the record kind at the path of an operation, whose answer may hold more than the record. */
  #kindAt(operation: PersistedOperation): string | undefined {
    const { path } = operation as { path?: string };
    return [...addressesOf(this.#catalogue)].find(([, address]) => address && address === path)?.[0];
  }

  #walk(value: unknown, schema: JsonSchema, listPath: string, kind?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, schema.items ?? {}, listPath));
    if (value === null || typeof value !== 'object') return value;
    const { name = kind, shape } = resolve(schema, this.#catalogue);
    const members = Object.entries(value).map(([key, part]) => [
      key,
      this.#walk(part, shape.properties?.[key] ?? {}, listPath),
    ]);
    const record = Object.fromEntries(members) as WireObject;
    if (name === 'SearchGroupRecord') return this.collectHits(record as WireObject & HitGroup);
    const address = name && addressesOf(this.#catalogue).get(name);
    if (address === undefined || !name || typeof record.id !== 'string') return record;
    const path = address ? address.replace(/\{\w+\}/, record.id) : listPath;
    return { cite: this.add(sourceOf(typeOf(name), record as WireObject & { id: string }, path)), ...record };
  }

  /** Collects the records that the hits of a search refer to. */
  collectHits<Group extends HitGroup>(group: Group): Group {
    const path = `/api/${group.module}/{id}`;
    const [name] = [...addressesOf(this.#catalogue)].find(([, address]) => address === path) ?? [];
    if (!name) return group;
    const hits = group.hits.map((hit) => {
      const { id, title, subtitle } = hit;
      const label = asLabel(title);
      const values = new Map([[hit.matched_field ?? hit.matchedField ?? 'name', label]]);
      const recordPath = path.replace('{id}', id);
      const source = {
        type: typeOf(name),
        id,
        label,
        path: recordPath,
        values,
        ...(subtitle && { subtitle }),
      };
      return { cite: this.add(source), ...hit };
    });
    return { ...group, hits };
  }
}

function sourceOf(type: string, record: WireObject & { id: string }, path: string): Source {
  const labelField = LABEL_FIELDS.find((name) => typeof record[name] === 'string' && record[name].trim());
  const label = labelField ? asLabel(String(record[labelField])) : type;
  const scalars = Object.entries(record).filter(
    ([name, value]) => name !== 'id' && (typeof value === 'string' || typeof value === 'number'),
  );
  const values = new Map(scalars.map(([name, value]) => [name, String(value)]));
  return {
    type,
    id: record.id,
    label,
    path,
    values: new Map([...(labelField ? [[labelField, label] as const] : []), ...values]),
  };
}

function asLabel(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, LABEL_LENGTH).toWellFormed();
}

/** Converts a schema name such as `DealRecord` to a type such as `deal`. */
function typeOf(name: string): string {
  return name
    .replace(/Record$/, '')
    .replace(/(?<=[a-z])([A-Z])/g, '_$1')
    .toLowerCase();
}

const addresses = new WeakMap<Catalogue, Map<string, string | null>>();

/**
 * Maps the schema name of each record kind to the path of a record, or to null if it appears only in lists. Types
 * that no list returns, such as an actor or an address, are not records and are left out.
 */
function addressesOf(catalogue: Catalogue): ReadonlyMap<string, string | null> {
  let found = addresses.get(catalogue);
  if (!found) {
    found = new Map();
    const reads = catalogue.operations.filter(({ kind }) => kind === 'query');
    for (const { path, outputSchema, isPage } of reads) {
      const { name } = resolve(outputSchema, catalogue);
      if (!isPage || !name || found.get(name)) continue;
      const detail = reads.find((read) => read.path.replace(/\/\{\w+\}$/, '') === path && read.path !== path);
      found.set(name, detail?.path ?? null);
    }
    addresses.set(catalogue, found);
  }
  return found;
}

/** Resolves a reference to its schema and name; the first alternative of an `anyOf` counts, as the other is null. */
function resolve(schema: JsonSchema, { definitions }: Catalogue): { name?: string; shape: JsonSchema } {
  const [alternative] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (alternative) return resolve(alternative, { definitions } as Catalogue);
  if (!schema.$ref) return { shape: schema };
  const name = schema.$ref.split('/').at(-1)!;
  return { name, shape: definitions[name] ?? {} };
}

function pathOf(operation: PersistedOperation, input: WireObject): string {
  const { path = '' } = operation as { path?: string };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
}
