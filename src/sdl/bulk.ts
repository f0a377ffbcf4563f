// Derives the mutations on many records from those on one: `@bulk` on `createCompany` adds `batchCreateCompanies`.
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  type TypeNode,
} from 'graphql';
import { snakeCase } from '../naming.ts';
import { directive } from './directives.ts';
import { isObjectNode, namedType, type ObjectType } from './object-types.ts';

/** The most new records of one call. */
const MAX_ITEMS = 100;
/** The most existing records of one call (crm.md section 0). */
const MAX_IDS = 200;

const VERBS = {
  create: { past: 'created', description: 'Creates up to 100 NOUNS; each succeeds or fails by itself.' },
  upsert: {
    past: 'upserted',
    description: 'Updates or creates up to 100 NOUNS; each succeeds or fails by itself.',
  },
  delete: {
    past: 'deleted',
    description: 'Deletes up to 200 NOUNS, which can be restored; each succeeds or fails by itself.',
  },
  restore: {
    past: 'restored',
    description: 'Restores up to 200 deleted NOUNS; each succeeds or fails by itself.',
  },
} as const;

/** The event of a mutation on many records. */
export type BulkEvent = `${string}.bulk_${'created' | 'upserted' | 'deleted' | 'restored'}`;

/** A mutation on many records. */
export interface BulkMutation {
  /** Its root field: `batchCreateCompanies`. */
  field: string;
  /** The root field that it runs for each record: `createCompany`. */
  single: string;
  verb: keyof typeof VERBS;
  /** The kind of record, singular snake_case: `company`. */
  kind: string;
  /** Its records in words: `companies`. */
  nouns: string;
  /** Its event: `company.bulk_created`. */
  event: BulkEvent;
}

/** Returns whether a verb takes new records instead of ids. */
export function takesItems({ verb }: BulkMutation): boolean {
  return verb === 'create' || verb === 'upsert';
}

/** Returns the mutations that `@bulk` adds. */
export function bulkMutations(types: ReadonlyMap<string, ObjectType>): BulkMutation[] {
  const fields = types.get('Mutation')?.fields ?? [];
  const declared = new Set(fields.map(({ name }) => name.value));
  return fields
    .filter((field) => directive(field, 'bulk'))
    .map((field) => bulkMutationOf(field.name.value, types))
    .filter(({ field }) => !declared.has(field));
}

function bulkMutationOf(single: string, types: ReadonlyMap<string, ObjectType>): BulkMutation {
  const [, verb, type] = /^(create|upsert|delete|restore)([A-Z]\w*)$/.exec(single) ?? [];
  const list = types
    .get('Query')!
    .fields.find((field) => directive(field, 'list') && namedType(field.type) === `${type}Connection`);
  if (!verb || !list) throw new Error(`${single} has @bulk, but is no create, upsert, delete or restore.`);
  const plural = list.name.value;
  const prefix = verb === 'create' || verb === 'upsert' ? 'batch' : 'bulk';
  return {
    field: `${prefix}${capitalized(verb)}${capitalized(plural)}`,
    single,
    verb: verb as BulkMutation['verb'],
    kind: snakeCase(type!),
    nouns: snakeCase(plural).replaceAll('_', ' '),
    event: `${snakeCase(type!)}.bulk_${VERBS[verb as BulkMutation['verb']].past}`,
  };
}

/** Adds the mutations on many records to the type `Mutation`. */
export function withBulkMutations(
  definitions: readonly DefinitionNode[],
  types: ReadonlyMap<string, ObjectType>,
): DefinitionNode[] {
  const bulk = new Map(bulkMutations(types).map((mutation) => [mutation.single, mutation]));
  return definitions.map((node) => {
    if (!isObjectNode(node) || node.name.value !== 'Mutation') return node;
    const fields = node.fields?.flatMap((field) => {
      const mutation = bulk.get(field.name.value);
      return mutation ? [field, bulkField(mutation, field)] : [field];
    });
    return { ...node, ...(fields && { fields }) };
  });
}

function bulkField(mutation: BulkMutation, single: FieldDefinitionNode): FieldDefinitionNode {
  const { field, verb, nouns } = mutation;
  const input = single.arguments?.find(({ name }) => name.value === 'input');
  const argument = takesItems(mutation)
    ? `items: [${namedType(input!.type)}!]! @limits(minItems: 1, maxItems: ${MAX_ITEMS})`
    : `ids: [UUID!]! @limits(minItems: 1, maxItems: ${MAX_IDS})`;
  const result = takesItems(mutation) ? 'BatchResult' : 'BulkResult';
  const access = print(directive(single, 'access')!);
  const sdl = `type T { "${VERBS[verb].description.replace('NOUNS', nouns)}" ${field}(${argument}): ${result} ${access} }`;
  const [definition] = parse(sdl, { noLocation: true }).definitions as [ObjectTypeDefinitionNode];
  return definition.fields![0]!;
}

/** Returns the documents of the added mutations, operations without a route. */
export function bulkDocuments(
  definitions: readonly DefinitionNode[],
  types: ReadonlyMap<string, ObjectType>,
): string {
  const fields = new Map(
    definitions.flatMap((node) =>
      isObjectNode(node) && node.name.value === 'Mutation'
        ? (node.fields ?? []).map((field) => [field.name.value, field] as const)
        : [],
    ),
  );
  return bulkMutations(types)
    .map((mutation) => {
      const { field, verb, nouns } = mutation;
      const [argument] = fields.get(field)!.arguments!;
      const name = argument!.name.value;
      const record = takesItems(mutation) ? 'BatchRecord' : 'BulkRecord';
      const summary = `${verb === 'upsert' ? 'Create or update' : capitalized(verb)} many ${nouns}`;
      return `"${summary}" mutation ${capitalized(field)}($${name}: ${typeText(argument!.type)}) @tool {
        ${field}(${name}: $${name}) { ...${record} } }`;
    })
    .join('\n');
}

function typeText(type: TypeNode): string {
  if (type.kind === Kind.NON_NULL_TYPE) return `${typeText(type.type)}!`;
  return type.kind === Kind.LIST_TYPE ? `[${typeText(type.type)}]` : type.name.value;
}

function capitalized(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
