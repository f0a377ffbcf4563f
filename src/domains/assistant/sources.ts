// The records that were read for an answer: each gets a number to be cited by, and whatever was not read has none.

import type { PersistedOperation } from '../../operations/catalogue.ts';
import type { JsonSchema } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';
import type { Source } from './rules.ts';

type Wire = Record<string, unknown>;
type Catalogue = Services['catalogue'];

/** What a search found in one module. */
interface Hits {
  module: string;
  hits: {
    id: string;
    title: string;
    subtitle: string | null;
    matched_field?: string;
    matchedField?: string;
  }[];
}

/** Members that people know a record by, the best first. */
const LABELS = ['display_name', 'name', 'title', 'client_name', 'subject', 'label', 'body', 'summary'];
const LABEL_LENGTH = 120;

export class Sources {
  /** By their numbers, from 1. */
  readonly read = new Map<number, Source>();
  readonly #catalogue: Catalogue;
  readonly #numbers = new Map<string, number>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /**
   * Notes the records in the answer of an operation.
   * @returns the answer with the number of each record in its member `cite`
   */
  take(operation: PersistedOperation, input: Wire, answer: unknown): unknown {
    const schema = operation.isPage ? { items: operation.outputSchema } : operation.outputSchema;
    return this.#walk(answer, schema, pathOf(operation, input), this.#kindAt(operation));
  }

  /** The number of a record that is known without its fields, such as a hit of a search. */
  note(source: Source): number {
    const key = `${source.type} ${source.id}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    const known = this.read.get(number);
    this.#numbers.set(key, number);
    this.read.set(
      number,
      known ? { ...known, values: new Map([...known.values, ...source.values]) } : source,
    );
    return number;
  }

  /** The kind of record that stands at the address of an operation: its answer may hold more than the record. */
  #kindAt(operation: PersistedOperation): string | undefined {
    const { path } = operation as { path?: string };
    return [...addressesOf(this.#catalogue)].find(([, address]) => address && address === path)?.[0];
  }

  #walk(value: unknown, schema: JsonSchema, listedAt: string, kind?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, schema.items ?? {}, listedAt));
    if (value === null || typeof value !== 'object') return value;
    const { name = kind, shape } = resolved(schema, this.#catalogue);
    const members = Object.entries(value).map(([key, part]) => [
      key,
      this.#walk(part, shape.properties?.[key] ?? {}, listedAt),
    ]);
    const record = Object.fromEntries(members) as Wire;
    if (name === 'SearchGroupRecord') return this.takeGroup(record as Wire & Hits);
    const address = name && addressesOf(this.#catalogue).get(name);
    if (address === undefined || !name || typeof record.id !== 'string') return record;
    const path = address ? address.replace(/\{\w+\}/, record.id) : listedAt;
    return { cite: this.note(sourceOf(typeOf(name), record as Wire & { id: string }, path)), ...record };
  }

  /** Notes the hits of a search: they stand for the records that they lead to. */
  takeGroup<Group extends Hits>(group: Group): Group {
    const path = `/api/${group.module}/{id}`;
    const [name] = [...addressesOf(this.#catalogue)].find(([, address]) => address === path) ?? [];
    if (!name) return group;
    const hits = group.hits.map((hit) => {
      const { id, title, subtitle } = hit;
      const label = labelled(title);
      const values = new Map([[hit.matched_field ?? hit.matchedField ?? 'name', label]]);
      const own = path.replace('{id}', id);
      const source = { type: typeOf(name), id, label, path: own, values, ...(subtitle && { subtitle }) };
      return { cite: this.note(source), ...hit };
    });
    return { ...group, hits };
  }
}

function sourceOf(type: string, record: Wire & { id: string }, path: string): Source {
  const known = LABELS.find((name) => typeof record[name] === 'string' && record[name].trim());
  const label = known ? labelled(String(record[known])) : type;
  const plain = Object.entries(record).filter(
    ([name, value]) => name !== 'id' && (typeof value === 'string' || typeof value === 'number'),
  );
  const values = new Map(plain.map(([name, value]) => [name, String(value)]));
  return {
    type,
    id: record.id,
    label,
    path,
    values: new Map([...(known ? [[known, label] as const] : []), ...values]),
  };
}

function labelled(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, LABEL_LENGTH).toWellFormed();
}

/** `DealRecord` to `deal`. */
function typeOf(name: string): string {
  return name
    .replace(/Record$/, '')
    .replace(/(?<=[a-z])([A-Z])/g, '_$1')
    .toLowerCase();
}

const addresses = new WeakMap<Catalogue, Map<string, string | null>>();

/**
 * Where each kind of record is found, by the name of its schema: at an address below its list, or with null only in
 * lists. What is in no list is no record of its own: an actor, an address.
 */
function addressesOf(catalogue: Catalogue): ReadonlyMap<string, string | null> {
  let found = addresses.get(catalogue);
  if (!found) {
    found = new Map();
    const reads = catalogue.operations.filter(({ kind }) => kind === 'query');
    for (const { path, outputSchema, isPage } of reads) {
      const { name } = resolved(outputSchema, catalogue);
      if (!isPage || !name || found.get(name)) continue;
      const own = reads.find((one) => one.path.replace(/\/\{\w+\}$/, '') === path && one.path !== path);
      found.set(name, own?.path ?? null);
    }
    addresses.set(catalogue, found);
  }
  return found;
}

/** The shape behind a reference, and its name; `null` beside it aside. */
function resolved(schema: JsonSchema, { definitions }: Catalogue): { name?: string; shape: JsonSchema } {
  const [alternative] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (alternative) return resolved(alternative, { definitions } as Catalogue);
  if (!schema.$ref) return { shape: schema };
  const name = schema.$ref.split('/').at(-1)!;
  return { name, shape: definitions[name] ?? {} };
}

function pathOf(operation: PersistedOperation, input: Wire): string {
  const { path = '' } = operation as { path?: string };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
}
