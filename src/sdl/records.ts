// The registry of kinds of records, as declared with @record in the SDL; every surface reads it.
import { snakeCase } from '../naming.ts';
import { recordUse } from './derive.ts';
import { directive } from './directives.ts';
import { namedType, type ObjectType } from './object-types.ts';
import { loadObjectTypes } from './type-defs.ts';

/** A kind of record. */
export interface RecordType {
  /** GraphQL type: `Company`. Its model class has the same name. */
  type: string;
  /** Singular snake_case, used by events, audit, timelines and webhooks: `company`. */
  name: string;
  /** Plural snake_case, used by permissions, custom fields, views and tables: `companies`. */
  entity: string;
  /** The field by which people know a record: `name`. */
  title: string;
  /** What the names of its events begin with; mostly its name. */
  events: string;
  /** The names of its fields, in camelCase. */
  fields: ReadonlySet<string>;
  /** Whether workspaces can define fields on it. */
  hasCustomFields: boolean;
  /** Whether it has a timeline. */
  hasTimeline: boolean;
  /** Whether it is searched by words. */
  isSearched: boolean;
}

let cached: readonly RecordType[] | undefined;

/** Returns every type with `@record`, in the order of the files of schema/. */
export function recordTypes(): readonly RecordType[] {
  cached ??= [...loadObjectTypes().values()].flatMap((type) => {
    const use = recordUse(type);
    if (!use) return [];
    const record = {
      type: type.name,
      name: snakeCase(type.name),
      entity: entityOf(type.name),
      title: use.title ?? 'name',
      events: use.events ?? snakeCase(type.name),
      fields: new Set(type.fields.map(({ name }) => name.value)),
      hasCustomFields: use.customFields !== undefined,
      hasTimeline: use.timeline ?? false,
      isSearched: use.search !== undefined,
    };
    return [record];
  });
  return cached;
}

/** Returns the kind of a GraphQL type. @throws Error for a type without `@record` */
export function recordType(type: string): RecordType {
  const found = recordTypes().find((one) => one.type === type);
  if (!found) throw new Error(`The type ${type} has no @record in schema/.`);
  return found;
}

/** Returns the name of a type's root list, the first one that the schema declares: `companies`. */
function entityOf(type: string): string {
  const { fields } = loadObjectTypes().get('Query') as ObjectType;
  const list = fields.find(
    (field) => directive(field, 'list') && namedType(field.type) === `${type}Connection`,
  );
  if (!list) throw new Error(`The record type ${type} has no root list with @list.`);
  return snakeCase(list.name.value);
}
