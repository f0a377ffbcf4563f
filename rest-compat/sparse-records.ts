// The parameter `fields` of reads, which leaves out members of records, and the answers that it makes possible.
import type { Catalogue, Operation } from '../src/operations/catalogue.ts';
import { type JsonSchema, membersOf } from '../src/operations/json-schema.ts';
import type { Components, Part } from './openapi-components.ts';

/** Returns the members that `fields` may name; none where an operation does not take it. */
export function selectableMembers(
  { kind, method, answer, outputSchema }: Operation,
  definitions: Catalogue['definitions'],
): string[] {
  if (kind !== 'query' || method !== 'GET' || answer !== 'envelope') return [];
  return membersOf(outputSchema, definitions);
}

/** Describes `fields` by the members that it may name. */
export function fieldsParameter(
  operation: Operation,
  { definitions }: Catalogue,
  components: Components,
): Part[] {
  const members = selectableMembers(operation, definitions);
  if (!members.length) return [];
  const part: Part = {
    name: 'fields',
    in: 'query',
    description: 'Members to return, always with the id; all without it.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string', enum: members }, examples: [members.slice(0, 2)] },
  };
  return [{ ...components.refer('parameters', `${recordName(operation)}.fields`, () => part) }];
}

/** Returns the schema of a record in an answer: the whole record, or the members that `fields` names. */
export function sparseRecord(
  operation: Operation,
  { definitions }: Catalogue,
  components: Components,
): JsonSchema {
  const { outputSchema } = operation;
  const members = selectableMembers(operation, definitions);
  if (!members.length) return outputSchema;
  const [whole = outputSchema, ...others] = (outputSchema.anyOf as JsonSchema[] | undefined) ?? [
    outputSchema,
  ];
  const record = whole.$ref ? definitions[whole.$ref.split('/').at(-1)!]! : whole;
  const name = `${recordName(operation)}Fields`;
  const { required: _, ...optional } = record;
  const sparse = components.refer('schemas', name, () => ({
    ...optional,
    description: 'A record of which only the members that `fields` names are present, and the id.',
    ...(members.includes('id') && { required: ['id'] }),
  }));
  return { anyOf: [whole, sparse as unknown as JsonSchema, ...others] };
}

/** Returns the name of the record of an answer, or of the operation where its record has no name. */
function recordName({ name, outputSchema }: Operation): string {
  return outputSchema.$ref?.split('/').at(-1) ?? name;
}
