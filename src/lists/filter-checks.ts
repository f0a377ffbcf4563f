// Refuses filters that are too large or too deep, or that name a field that the caller may not read.

import { Kind } from 'graphql';
import { mayReadType, refusal } from '../access/check.ts';
import type { AccessContext } from '../access/context.ts';
import { mayRead } from '../access/redaction.ts';
import { invalid } from '../errors.ts';
import { snakeCase } from '../naming.ts';
import { type ListColumn, listColumns } from '../sdl/columns.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { loadTypeDefs } from '../sdl/type-defs.ts';
import { MAX_CONDITIONS, MAX_DEPTH } from './clauses.ts';
import type { Conditions, ListFilter } from './listing.ts';

/**
 * Checks a filter input with all that it combines: the result of a filter on an unreadable field would disclose its
 * values (crm.md section 0).
 * @param type the GraphQL type of the records
 * @throws VALIDATION_ERROR field_not_readable, depth, max_clauses, tree, enum
 */
export function assertFilter(ctx: AccessContext, type: string, filter: ListFilter): void {
  new FilterCheck(ctx, type).members(filter, 'filter', 0);
}

class FilterCheck {
  readonly #ctx: AccessContext;
  readonly #type: string;
  #conditions = 0;

  constructor(ctx: AccessContext, type: string) {
    this.#ctx = ctx;
    this.#type = type;
  }

  members(filter: ListFilter, path: string, depth: number): void {
    for (const [name, value] of Object.entries(filter)) {
      if (value === null || value === undefined) continue;
      const at = `${path}.${snakeCase(name)}`;
      if (name === 'and' || name === 'or')
        for (const [index, part] of (value as ListFilter[]).entries())
          this.#part(part, `${at}[${index}]`, depth + 1);
      else if (name === 'not') this.#part(value as ListFilter, at, depth + 1);
      else if (name === 'customFields') this.#count((value as unknown[]).length, at);
      else this.#member(name, value as Conditions, at, depth);
    }
  }

  #part(part: ListFilter, path: string, depth: number): void {
    this.#assertDepth(path, depth);
    if (Object.values(part).every((value) => value === null || value === undefined))
      throw invalid(path, 'tree', 'Give at least one condition here.');
    this.members(part, path, depth);
  }

  #member(name: string, conditions: Conditions, path: string, depth: number): void {
    const { services, principal } = this.#ctx;
    const governance = services.governed.get(name);
    const column = listColumns(this.#type).filters.get(name);
    const related = column?.related;
    if (
      (governance && !mayRead(governance, principal)) ||
      (related && !mayReadType(related, principal)) ||
      !this.#mayReadSection(name)
    )
      throw notReadable(path);
    if (!related) this.#operators(column, conditions, path, depth);
    else this.#related(related, conditions, path, depth);
  }

  #mayReadSection(name: string): boolean {
    const { services, principal } = this.#ctx;
    const operation = sectionsOfFilters().get(`${this.#type}Filter.${name}`);
    return !operation || !refusal(services.catalogue.byName.get(operation)!.access, principal);
  }

  #related(type: string, conditions: Conditions, path: string, depth: number): void {
    const { services, principal } = this.#ctx;
    const { filters } = listColumns(type);
    for (const [member, part] of Object.entries(conditions)) {
      const classified = services.governed.get(member);
      if (classified && !mayRead(classified, principal)) throw notReadable(`${path}.${snakeCase(member)}`);
      if (part)
        this.#operators(filters.get(member), part as Conditions, `${path}.${snakeCase(member)}`, depth);
    }
  }

  #operators(
    column: ListColumn | undefined,
    { not, ...conditions }: Conditions,
    path: string,
    depth: number,
  ): void {
    this.#count(Object.keys(conditions).length, path);
    if (column?.values) assertValues(column.values, conditions, path);
    if (!not) return;
    this.#assertDepth(path, depth + 1);
    this.#operators(column, not as Conditions, `${path}.not`, depth + 1);
  }

  #count(more: number, path: string): void {
    this.#conditions += more;
    if (this.#conditions > MAX_CONDITIONS)
      throw invalid(path, 'max_clauses', `A filter has at most ${MAX_CONDITIONS} conditions.`);
  }

  #assertDepth(path: string, depth: number): void {
    if (depth > MAX_DEPTH)
      throw invalid(path, 'depth', `Nest and, or, not at most ${MAX_DEPTH} levels deep.`);
  }
}

/** @throws VALIDATION_ERROR enum for a value that the field never has: nothing or everything would fit */
function assertValues(values: readonly string[], conditions: Conditions, path: string): void {
  for (const operator of ['eq', 'neq', 'in', 'nin']) {
    const given = [conditions[operator] ?? []].flat();
    if (given.some((value) => !values.includes(String(value))))
      throw invalid(`${path}.${operator}`, 'enum', `Give one of ${values.join(', ')}.`);
  }
}

let sections: ReadonlyMap<string, string> | undefined;

/** Returns the operations that members of filter inputs name by `@section`, such as `ContactFilter.recencyBand`. */
function sectionsOfFilters(): ReadonlyMap<string, string> {
  sections ??= new Map(
    loadTypeDefs().definitions.flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION
        ? (node.fields ?? []).flatMap((field) => {
            const use = directive(field, 'section');
            return use ? [[`${node.name.value}.${field.name.value}`, argumentsOf(use).list as string]] : [];
          })
        : [],
    ) as [string, string][],
  );
  return sections;
}

function notReadable(path: string) {
  return invalid(path, 'field_not_readable', 'You can only filter by fields that you may read.', {
    reason: 'field_not_readable',
  });
}
