// Derives SDL that `@record` types imply: the members that every record has, the arguments of its lists, and its
// connection.
import {
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type ObjectTypeDefinitionNode,
  parse,
} from 'graphql';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from './directives.ts';
import { filterMembers, hasCustomFields, sortMembers } from './list-inputs.ts';
import { namedType, type ObjectType } from './object-types.ts';

/** The arguments of `@record` on a type. */
export interface RecordUse {
  /** The field by which people know a record, if it is not `name`. */
  title?: string;
  /** Its value in `CustomFieldEntity`, if workspaces may define fields on it. */
  events?: string;
  customFields?: string;
  /** Whether it has a timeline. */
  timeline?: boolean;
  /** Describes what is searched, by its lists and by global search. */
  search?: string;
}

/** Returns the arguments of `@record` on a type; undefined without the directive. */
export function recordUse({ definition }: ObjectType): RecordUse | undefined {
  const use = directive(definition, 'record');
  return use && (argumentsOf(use) as RecordUse);
}

const FIRST_MEMBERS = fieldsIn(`
  id: ID!
  "Grows by one with every write; the ETag."
  version: Int! @example(value: 3)`);
const LAST_MEMBERS = fieldsIn(`
  createdAt: DateTime! @filter @sort
  updatedAt: DateTime! @filter @sort
  createdBy: Actor!
  updatedBy: Actor!
  deletedAt: DateTime @filter(description: "Deleted records are in the list only with includeDeleted.")`);

/** Adds the members that all records have to a record type. Members that it declares itself stay as declared. */
export function withRecordMembers(type: ObjectType): ObjectTypeDefinitionNode {
  const { customFields, timeline } = recordUse(type)!;
  const declared = new Set(type.fields.map(({ name }) => name.value));
  const missing = (fields: readonly FieldDefinitionNode[]) =>
    fields.filter(({ name }) => !declared.has(name.value));
  const customFieldMembers = customFields
    ? fieldsIn(`"What the workspace has defined beside these fields, by key."
        customFields: JSONObject! @customFields(of: ${customFields})`)
    : [];
  const activities = timeline
    ? fieldsIn(
        `"Timeline of the ${wordsOf(type.name)}, newest first." activities: ActivityConnection! @paged`,
      )
    : [];
  const { definition } = type;
  return {
    ...definition,
    fields: [
      ...missing(FIRST_MEMBERS),
      ...(definition.fields ?? []),
      ...missing([...customFieldMembers, ...activities, ...LAST_MEMBERS]),
    ],
  };
}

/**
 * Returns the SDL that the kinds of records add to the types that include every kind.
 * @param enumValues values that an enum already declares in the SDL
 */
export function recordExtensions(
  types: readonly ObjectType[],
  enumValues: (name: string) => ReadonlySet<string>,
): string {
  const missing = (name: string, value: string | undefined) =>
    value && !enumValues(name).has(value) ? `extend enum ${name} { ${value} }` : undefined;
  const lines = types.flatMap((type) => {
    const use = recordUse(type);
    const { name } = type;
    return [
      use?.search && `extend union SearchRecord = ${name}`,
      missing('CustomFieldEntity', use?.customFields),
      use?.timeline &&
        `extend type ActivityLink { "The ${wordsOf(name)}, for a link to one." ${lowerFirst(name)}: ${name} }`,
      use?.timeline &&
        `extend input ActionItemFilter { "A ${wordsOf(name)} that its activity names." ${lowerFirst(name)}Id: IdFilter }`,
      use?.customFields &&
        `extend input ${name}Input {
          "Values of custom fields by key; null clears one, and those that are not named stay."
          customFields: JSONObject
        }`,
    ];
  });
  const timelines = types
    .filter((type) => recordUse(type)?.timeline)
    .map(({ name }) => snakeCase(name).toUpperCase());
  const commented = [...timelines, 'MILESTONE'].join(' ');
  return `"Kinds of records that have a timeline." enum TimelineEntity { ${timelines.join(' ')} }
    "Kinds of records that people comment on: those with a timeline, and milestones." enum CommentEntity { ${commented} }
    "Kinds of records that people react to." enum ReactionEntity { ${commented} COMMENT }
    ${lines.filter(Boolean).join('\n')}`;
}

const PAGING = argumentsIn(`
  "Page to read, from 1; page times pageSize goes to 10,000, beyond it use a cursor."
  page: Int @limits(min: 1)
  "Items of a page, 25 without it, served as 100 above that."
  pageSize: Int @limits(min: 1)
  "The same as pageSize."
  first: Int @limits(min: 1)
  "Cursor to continue after."
  after: String @limits(minLength: 1, maxLength: 2000)`);
const VIEW = argumentsIn(`
  "A saved view of this list: its filter holds beside that of the call; its order and page size where the call gives none."
  viewId: UUID`);
const CUSTOM_SORT = argumentsIn(`
  "Custom fields that the order begins with, such as \`-score\`; on REST \`sort=-custom.score\`."
  customSort: [String!] @limits(maxItems: 3)`);

/** The arguments of `@list` on a field. */
interface ListUse {
  search?: string;
  views?: string;
  deleted?: boolean;
}

/**
 * Adds the arguments that `@list` and `@paged` imply to a field. Arguments that it declares itself stay as declared.
 */
export function withListArguments(
  field: FieldDefinitionNode,
  types: ReadonlyMap<string, ObjectType>,
): FieldDefinitionNode {
  const use = directive(field, 'list');
  if (!use && !directive(field, 'paged')) return field;
  const type = types.get(namedType(field.type).replace(/Connection$/, ''));
  const { views, deleted, ...given } = (use ? argumentsOf(use) : {}) as ListUse;
  const search = given.search ?? (use && type && recordUse(type)?.search);
  const implied = [
    ...(search ? argumentsIn(`${JSON.stringify(search)} search: String @limits(maxLength: 200)`) : []),
    ...(use && type && filterMembers(type).length ? argumentsIn(`filter: ${type.name}Filter`) : []),
    ...(use && type && sortMembers(type).length
      ? argumentsIn(
          `"At most three keys. Texts sort alphabetically, by letters before accents and case; empty values come last." sort: [${type.name}Sort!] @limits(maxItems: 3)`,
        )
      : []),
    ...(use && type && hasCustomFields(type) ? CUSTOM_SORT : []),
    ...(deleted ? includeDeleted(views?.toLowerCase() ?? field.name.value) : []),
    ...(views ? VIEW : []),
    ...PAGING,
  ];
  const declared = new Set(field.arguments?.map(({ name }) => name.value));
  return {
    ...field,
    arguments: [...(field.arguments ?? []), ...implied.filter(({ name }) => !declared.has(name.value))],
  };
}

function includeDeleted(list: string): readonly InputValueDefinitionNode[] {
  return argumentsIn(`"Deleted ${list} too; needs ${snakeCase(list)}.delete." includeDeleted: Boolean`);
}

/** Returns the enum of the lists that have saved views. */
export function savedViewEnum(types: Iterable<ObjectType>): string {
  const names = new Set<string>();
  for (const { fields } of types)
    for (const field of fields) {
      const use = directive(field, 'list');
      const views = use && (argumentsOf(use) as ListUse).views;
      if (views) names.add(views);
    }
  return `"Lists that views are saved of." enum SavedViewEntity { ${[...names].sort().join(' ')} }`;
}

/** Returns the connection types that fields return as `XConnection`. */
export function connectionTypes(types: Iterable<ObjectType>): string {
  const names = new Set<string>();
  for (const { fields } of types)
    for (const { type } of fields) {
      const node = /^(\w+)Connection$/.exec(namedType(type))?.[1];
      if (node) names.add(node);
    }
  return [...names].map(connectionOf).join('\n');
}

function connectionOf(node: string): string {
  return `
    "A page of a list of ${node}."
    type ${node}Connection implements Connection {
      "The records of the page."
      nodes: [${node}!]!
      "The records of the page, each with its cursor."
      edges: [${node}Edge!]!
      pageInfo: PageInfo!
      "Number of this page, from 1; null when the page was asked for by cursor."
      page: Int
      "Items asked for; at most 100."
      pageSize: Int!
      "Items in the whole list, counted exactly up to 10,000."
      total: Int!
      "Pages of this size in the whole list."
      totalPages: Int!
      "True when there are more than total says."
      totalIsEstimate: Boolean!
      "Give it as cursor (REST) or after (GraphQL) for the next page; null on the last one."
      nextCursor: String
    }
    "One record of a page with its cursor."
    type ${node}Edge { cursor: String! node: ${node}! }`;
}

function fieldsIn(sdl: string): readonly FieldDefinitionNode[] {
  const { definitions } = parse(`type T { ${sdl} }`, { noLocation: true });
  return (definitions[0] as ObjectTypeDefinitionNode).fields!;
}

function argumentsIn(sdl: string): readonly InputValueDefinitionNode[] {
  return fieldsIn(`f(${sdl}): Int`)[0]!.arguments!;
}

/** Converts a type name to words: `DealPipeline` to "deal pipeline". */
function wordsOf(typeName: string): string {
  return snakeCase(typeName).replaceAll('_', ' ');
}

function lowerFirst(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}
