// Converts a part of the API description to OpenAPI 3.0.3, which has neither lists of types nor the type null. The
// converters of the registry work on files of the command line and keep whole schemas; this also shortens.
import { openApiDocument } from '../../rest-compat/openapi.ts';
import type { Catalogue, Operation } from '../operations/catalogue.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is walked without knowing its shape
type Json = any;

const MAX_OPERATIONS = 30;
const MAX_DESCRIPTION = 300;
/** Keywords that only 3.1 has, or that assistants do not need. */
const DROPPED = new Set(['const', 'examples', 'example', 'x-graphql', '$schema']);

/** Describes the first operations, at most 30, with short descriptions and only the schemas that they refer to. */
export function openApi30(catalogue: Catalogue, operations: readonly Operation[], server: string): object {
  const chosen = operations.slice(0, MAX_OPERATIONS);
  const document: Json = openApiDocument(catalogue, { only: chosen, server });
  const paths = convert(document.paths);
  const { securitySchemes, examples: _, ...components } = document.components;
  return {
    openapi: '3.0.3',
    info: { ...document.info, description: truncate(document.info.description) },
    servers: document.servers,
    security: document.security,
    ...{ paths },
    components: {
      securitySchemes,
      ...Object.fromEntries(Object.entries(components).map(([kind, parts]) => [kind, convert(parts, true)])),
    },
  };
}

/** Converts a part to 3.0. The members of `properties` are names, not keywords. */
function convert(part: Json, areNames = false): Json {
  if (Array.isArray(part)) return part.map((item) => convert(item));
  if (part === null || typeof part !== 'object') return part;
  const copy: Json = {};
  for (const [key, value] of Object.entries(part)) {
    if (!areNames && DROPPED.has(key)) continue;
    copy[key] =
      key === 'description' && typeof value === 'string'
        ? truncate(value)
        : convert(value, key === 'properties');
  }
  if (areNames) return copy;
  if ('const' in part) copy.enum = [part.const];
  return nullable(copy);
}

function nullable(schema: Json): Json {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((option: string) => option !== 'null');
    const isNullable = types.length < type.length ? { nullable: true } : {};
    if (Array.isArray(rest.enum)) rest.enum = rest.enum.filter((value: unknown) => value !== null);
    // OpenAPI 3.0 cannot express two types, so the type is left out.
    return { ...rest, ...(types.length === 1 && { type: types[0] }), ...isNullable, ...(anyOf && { anyOf }) };
  }
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((option: Json) => option.type !== 'null');
  if (others.length === anyOf.length) return schema;
  return {
    ...rest,
    ...(type && { type }),
    nullable: true,
    ...(others.length === 1 ? { allOf: others } : { anyOf: others }),
  };
}

function truncate(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`;
}
