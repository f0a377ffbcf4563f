// The components of an API description: parts that several operations refer to, each written once.
import type { JsonSchema } from '../src/operations/json-schema.ts';

export type Part = Record<string, unknown>;

/** A reference to a component. */
export interface Reference {
  $ref: string;
}

type Kind = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples';

/** Collects components while the operations are described. */
export class Components {
  readonly #parts: Record<Kind, Map<string, Part>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
    examples: new Map(),
  };

  constructor(schemas: Record<string, JsonSchema>, headers: Record<string, Part>) {
    for (const [name, schema] of Object.entries(schemas)) this.#parts.schemas.set(name, schema);
    for (const [name, header] of Object.entries(headers)) this.#parts.headers.set(name, header);
  }

  /** Returns a reference to a component, which `make` builds the first time. */
  refer(kind: Kind, name: string, make?: () => Part): Reference {
    const parts = this.#parts[kind];
    if (!parts.has(name) && make) parts.set(name, make());
    if (!parts.has(name)) throw new Error(`There is no component ${kind}/${name}.`);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** Returns whether a component with this name has other content. */
  differs(kind: Kind, name: string, part: Part): boolean {
    const known = this.#parts[kind].get(name);
    return known !== undefined && JSON.stringify(known) !== JSON.stringify(part);
  }

  /** Returns the components that `roots` refer to, directly or through each other. */
  referredBy(roots: unknown): Record<string, Record<string, Part>> {
    const used = new Map<Part, [Kind, string]>();
    const gather = (part: unknown): void => {
      if (part === null || typeof part !== 'object') return;
      const { $ref } = part as { $ref?: unknown };
      const [, kind, name] =
        typeof $ref === 'string' ? (/^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? []) : [];
      const component = kind ? this.#parts[kind as Kind]?.get(name!) : undefined;
      if (component && !used.has(component)) {
        used.set(component, [kind as Kind, name!]);
        gather(component);
      }
      for (const value of Object.values(part)) gather(value);
    };
    gather(roots);
    const groups = Object.groupBy(used, ([, [kind]]) => kind);
    return Object.fromEntries(
      Object.entries(groups).map(([kind, entries]) => [
        kind,
        Object.fromEntries(
          entries.map(([part, [, name]]) => [name, part] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      ]),
    );
  }
}
