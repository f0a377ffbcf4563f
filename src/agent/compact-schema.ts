// Shortens the input schemas of listed tools, because a model reads all of them; describe_tool returns the whole ones.
import { type JsonSchema, standalone } from '../operations/json-schema.ts';

const MAX_DESCRIPTION = 120;
const REF = '#/components/schemas/';

/** Keywords that a model does not need for a call; the input is checked by the whole schema. */
const DROPPED = new Set([
  'examples',
  'format',
  'x-rule',
  'x-digits-rule',
  'x-sunset',
  'contentMediaType',
  'minLength',
]);

const INT32 = new Set<unknown>([-2147483648, 2147483647]);

/** Returns an input schema without examples, formats and long descriptions; of a filter only its fields. */
export function compactSchema(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    name === 'filter' ? compactFilter(part, definitions) : part,
  ]);
  const whole = { ...schema, properties: Object.fromEntries(properties) };
  return compact(standalone(whole as JsonSchema, definitions)) as JsonSchema;
}

/** Describes a filter by the names of its fields. */
function compactFilter(part: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const reference = part.$ref ?? (part.anyOf as JsonSchema[] | undefined)?.[0]?.$ref;
  const fields = Object.keys(definitions[reference?.slice(REF.length) ?? '']?.properties ?? {});
  return {
    type: ['object', 'null'],
    description: `{field: {operator: value}}, operators eq, in, gt, lt, contains, ...; describe_tool has them. Fields: ${fields.join(', ')}.`,
  };
}

function compact(part: unknown, areNames = false): unknown {
  if (Array.isArray(part)) return part.map((item) => compact(item));
  if (part === null || typeof part !== 'object') return part;
  const kept = Object.entries(part).filter(
    ([key, value]) => areNames || !(DROPPED.has(key) || (/imum$/.test(key) && INT32.has(value))),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !areNames && key === 'description' && typeof value === 'string' && !value.startsWith('{field')
        ? shortened(value)
        : compact(value, !areNames && (key === 'properties' || key === '$defs')),
    ]),
  );
}

/** Returns the first sentence of a text, cut at its limit. */
export function shortened(text: string): string {
  const [first = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [];
  return first.length <= MAX_DESCRIPTION ? first : `${first.slice(0, MAX_DESCRIPTION - 1)}…`;
}
