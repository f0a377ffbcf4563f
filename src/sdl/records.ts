// The kinds of records, as the SDL declares them with @record: the registry that every surface reads.
import { snakeCase } from '../naming.ts';
import { namedType, type ObjectType, recordUse } from './derive.ts';
import { directive } from './directives.ts';
import { loadObjectTypes } from './type-defs.ts';

/** A kind of record. */
export interface RecordType {
  /** GraphQL type: `Company`. A model class bears the same name. */
  type: string;
  /** Singular snake_case, as events, audit, timelines and webhooks name it: `company`. */
  name: string;
  /** Plural snake_case, as permissions, custom fields, views and tables name it: `companies`. */
  entity: string;
  /** The field that people know a record by: `name`. */
  title: string;
  /** Names of its fields, in camelCase. */
  fields: ReadonlySet<string>;
  /** Whether workspaces define fields on it. */
  hasCustomFields: boolean;
  /** Whether it has a timeline. */
  hasTimeline: boolean;
  /** Whether its words are searched. */
  isSearched: boolean;
}

let cached: readonly RecordType[] | undefined;

/** Every type with `@record`, in the order of the files of schema/. */
export function recordTypes(): readonly RecordType[] {
  cached ??= [...loadObjectTypes().values()].flatMap((type) => {
    const use = recordUse(type);
    if (!use) return [];
    const record = {
      type: type.name,
      name: snakeCase(type.name),
      entity: entityOf(type.name),
      title: use.title ?? 'name',
      fields: new Set(type.fields.map(({ name }) => name.value)),
      hasCustomFields: use.customFields !== undefined,
      hasTimeline: use.timeline ?? false,
      isSearched: use.search !== undefined,
    };
    return [record];
  });
  return cached;
}

/** The kind whose GraphQL type has this name. @throws for a type without `@record` */
export function recordType(type: string): RecordType {
  const found = recordTypes().find((one) => one.type === type);
  if (!found) throw new Error(`The type ${type} has no @record in schema/.`);
  return found;
}

/** The name of the root list of a type, which is the first one that the schema declares: `companies`. */
function entityOf(type: string): string {
  const { fields } = loadObjectTypes().get('Query') as ObjectType;
  const list = fields.find(
    (field) => directive(field, 'list') && namedType(field.type) === `${type}Connection`,
  );
  if (!list) throw new Error(`The record type ${type} has no root list with @list.`);
  return snakeCase(list.name.value);
}
