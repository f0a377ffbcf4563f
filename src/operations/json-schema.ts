// Converts GraphQL types to JSON Schema 2020-12 with wire names, for REST, OpenAPI and MCP.
import {
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { isAnnotation, snakeCase, snakeMember } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { wireValue } from '../sdl/enums.ts';
import { sunsetOf } from './deprecation.ts';
import { DECIMAL_PATTERN } from './scalars.ts';

export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  $ref?: string;
}

const REF = '#/components/schemas/';

const SCALARS: Record<string, JsonSchema> = {
  UUID: { type: 'string', format: 'uuid', examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] },
  DateTime: { type: 'string', format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] },
  Date: { type: 'string', format: 'date', examples: ['2026-11-21'] },
  Int: { type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
  Decimal: { type: 'string', examples: ['1250.00'] },
  CountryCode: { type: 'string', format: 'iso-3166-1', examples: ['DE'] },
};

/** A decimal is output as a string, and accepted as a string or a number (spec README point 4). */
const DECIMAL_INPUT: JsonSchema = {
  type: ['string', 'number'],
  // The pattern applies to strings, the format to numbers.
  pattern: DECIMAL_PATTERN,
  format: 'decimal',
  examples: ['1250.00'],
};

const TYPE_EXAMPLES = new Set<unknown>(
  [...Object.values(SCALARS), DECIMAL_INPUT].map(({ examples }) => examples),
);

const KEYWORDS: Record<string, string> = {
  min: 'minimum',
  max: 'maximum',
  minLength: 'minLength',
  maxLength: 'maxLength',
  pattern: 'pattern',
  minItems: 'minItems',
  maxItems: 'maxItems',
  rule: 'x-rule',
  digitsRule: 'x-digits-rule',
};

interface Dialect {
  name: (name: string) => string;
  leaf: (schema: JsonSchema) => JsonSchema;
  enumValue: (value: GraphQLEnumValue) => unknown;
}

const WIRE: Dialect = { name: snakeMember, leaf: (schema) => ({ ...schema }), enumValue: wireValue };

/** Builds schemas and collects the named schemas that they refer to: input types and record fragments. */
export class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = {};
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  /** Converts the names of members and the schemas of leaves. */
  readonly #dialect: Dialect;

  constructor(
    schema: GraphQLSchema,
    fragments: Map<string, FragmentDefinitionNode>,
    dialect: Dialect = WIRE,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#dialect = dialect;
  }

  /** Creates a writer for arguments that GraphQL has already coerced: GraphQL names, and only bounds are checked. */
  static forCoerced(schema: GraphQLSchema): SchemaWriter {
    return new SchemaWriter(schema, new Map(), { ...WIRE, name: (name) => name, leaf: () => ({}) });
  }

  /** For variables of GraphQL as they are sent: the names and enum values of the schema, the forms of the wire. */
  static forVariables(schema: GraphQLSchema): SchemaWriter {
    return new SchemaWriter(schema, new Map(), {
      ...WIRE,
      name: (name) => name,
      enumValue: ({ name }) => name,
    });
  }

  /** Returns the schema of a field's arguments as one object. */
  args(field: GraphQLField<unknown, unknown>): JsonSchema {
    const properties = Object.fromEntries(
      field.args.map((argument) => [argument.name, this.input(argument.type, argument)]),
    );
    return { type: 'object', properties };
  }

  /** Returns the schema of an input type; null is allowed where GraphQL allows it. */
  input(type: GraphQLInputType, carrier?: GraphQLInputField | GraphQLArgument): JsonSchema {
    const nullable = !isNonNullType(type);
    const inner = isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;
    const shape = this.#inputShape(inner);
    const schema = carrier ? { ...shape, ...this.#annotations(carrier, shape.items) } : shape;
    return nullable ? orNull(schema) : schema;
  }

  #inputShape(type: GraphQLInputType): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.input(type.ofType as GraphQLInputType) };
    if (isInputObjectType(type)) {
      if (!this.definitions[type.name]) {
        const properties: Record<string, JsonSchema> = {};
        const definition: JsonSchema = { type: 'object', additionalProperties: false, properties };
        if (type.description) definition.description = type.description;
        this.definitions[type.name] = definition;
        const required: string[] = [];
        for (const field of Object.values(type.getFields())) {
          properties[this.#dialect.name(field.name)] = this.input(field.type, field);
          if (isNonNullType(field.type) && field.defaultValue === undefined)
            required.push(this.#dialect.name(field.name));
        }
        if (required.length) definition.required = required;
      }
      return { $ref: REF + type.name };
    }
    const { leaf, enumValue } = this.#dialect;
    if (isEnumType(type)) return leaf({ type: 'string', enum: type.getValues().map(enumValue) });
    const name = getNamedType(type).name;
    return leaf(name === 'Decimal' ? DECIMAL_INPUT : scalar(name));
  }

  #annotations(carrier: GraphQLInputField | GraphQLArgument, items: JsonSchema | undefined): JsonSchema {
    const extra: JsonSchema = {};
    if (carrier.description) extra.description = carrier.description;
    const limits = directive(carrier, 'limits');
    const { maxItemLength, ...own } = limits ? argumentsOf(limits) : {};
    for (const [name, value] of Object.entries(own)) extra[KEYWORDS[name]!] = value;
    if (maxItemLength) extra.items = { ...items, maxLength: maxItemLength };
    const example = directive(carrier, 'example');
    if (example) extra.examples = [argumentsOf(example).value];
    return { ...extra, ...endOf(carrier) };
  }

  /**
   * Returns the schema of a selection on a type, with wire names. A selection that is one fragment becomes a named
   * schema.
   */
  output(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isNonNullType(type)) return this.#outputShape(type.ofType, selection);
    return orNull(this.#outputShape(type, selection));
  }

  /** Returns the schemas of the selected members of an object type, by wire name. */
  members(type: GraphQLObjectType, selection: SelectionSetNode): Record<string, JsonSchema> {
    return this.#object(type.name, selection).properties!;
  }

  #outputShape(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.output(type.ofType, selection) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(wireValue) };
    if (!isObjectType(type) && !isInterfaceType(type)) return { ...scalar(getNamedType(type).name) };
    const only = selection!.selections.length === 1 ? selection!.selections[0]! : undefined;
    if (only?.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = this.#fragments.get(only.name.value)!;
      if (fragment.typeCondition.name.value === type.name) {
        if (!this.definitions[fragment.name.value]) {
          const definition: JsonSchema = {};
          this.definitions[fragment.name.value] = definition;
          Object.assign(definition, this.#object(type.name, fragment.selectionSet));
        }
        return { $ref: REF + fragment.name.value };
      }
    }
    return this.#object(type.name, selection!);
  }

  #object(typeName: string, selection: SelectionSetNode): JsonSchema {
    const type = this.#schema.getType(typeName);
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${typeName} is not an object type`);
    const properties: Record<string, JsonSchema> = {};
    const omitted = new Set<string>();
    for (const node of selection.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(node.name.value)!;
        Object.assign(
          properties,
          this.#object(fragment.typeCondition.name.value, fragment.selectionSet).properties,
        );
      } else if (node.kind === Kind.FIELD) {
        const field = type.getFields()[node.name.value]!;
        const schema = this.output(field.type, node.selectionSet);
        const example = directive(field, 'example');
        const wire = snakeCase(node.alias?.value ?? node.name.value);
        if (node.directives?.some(({ name }) => name.value === 'omitNull')) omitted.add(wire);
        properties[wire] = {
          ...schema,
          ...(field.description && { description: field.description }),
          ...endOf(field),
          ...(example && { examples: [argumentsOf(example).value] }),
        };
      }
    }
    return {
      type: 'object',
      ...(type.description && { description: type.description }),
      properties,
      required: Object.keys(properties).filter((name) => !isAnnotation(name) && !omitted.has(name)),
    };
  }
}

/** Returns the keywords of a deprecated member. */
function endOf(carrier: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument): JsonSchema {
  const stop = (fault: string): never => {
    throw new Error(`${carrier.name} ${fault}`);
  };
  const sunset = sunsetOf(carrier, stop);
  return {
    ...(carrier.deprecationReason && { deprecated: true }),
    ...(sunset && { 'x-sunset': sunset.sunset.toISOString().slice(0, 10) }),
  };
}

function scalar(name: string): JsonSchema {
  // Every id is a UUID.
  const schema = SCALARS[name === 'ID' ? 'UUID' : name];
  if (!schema) throw new Error(`the scalar ${name} has no JSON schema; add one to json-schema.ts`);
  return schema;
}

/** Returns the schema with null as a further value. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref) {
    const { $ref, ...rest } = schema;
    return { anyOf: [{ $ref }, { type: 'null' }], ...rest };
  }
  if (schema.type === undefined) return schema;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/** Returns the schema with the definitions that it needs in `$defs`, for use outside the OpenAPI document. */
export function standalone(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const needed = new Map<string, JsonSchema>();
  const gather = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    for (const [key, value] of Object.entries(part)) {
      if (key === '$ref' && typeof value === 'string') {
        const name = value.slice(REF.length);
        if (!needed.has(name)) {
          needed.set(name, definitions[name]!);
          gather(definitions[name]);
        }
      } else gather(value);
    }
  };
  gather(schema);
  const whole = needed.size ? { ...schema, $defs: Object.fromEntries(needed) } : schema;
  return JSON.parse(JSON.stringify(whole).replaceAll(REF, '#/$defs/'));
}

/** Returns the member names of an object schema, resolving references and null alternatives. */
export function membersOf(schema: JsonSchema, definitions: Record<string, JsonSchema>): string[] {
  return Object.keys(propertiesOf(schema, definitions));
}

/** Returns the members of an object schema with their schemas. */
export function propertiesOf(
  schema: JsonSchema,
  definitions: Record<string, JsonSchema>,
): Record<string, JsonSchema> {
  if (schema.$ref) return propertiesOf(definitions[schema.$ref.slice(REF.length)]!, definitions);
  const [alternative] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  return alternative ? propertiesOf(alternative, definitions) : (schema.properties ?? {});
}

/** Returns an example instance of a schema, built from the examples of its parts. */
export function exampleOf(schema: JsonSchema, definitions: Record<string, JsonSchema>, depth = 0): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.$ref) return exampleOf(definitions[schema.$ref.slice(REF.length)]!, definitions, depth);
  const alternative = (schema.anyOf ?? schema.allOf) as JsonSchema[] | undefined;
  if (alternative) return depth > 4 ? null : exampleOf(alternative[0]!, definitions, depth);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.properties) {
    // Optional members are included only with an example of their own: the example of a type would name a record that
    // does not exist, or half a pair.
    const entries = Object.entries(schema.properties).filter(
      ([name, part]) =>
        schema.required?.includes(name) ||
        (Array.isArray(part.examples) && !TYPE_EXAMPLES.has(part.examples)),
    );
    return Object.fromEntries(entries.map(([name, part]) => [name, exampleOf(part, definitions, depth + 1)]));
  }
  if (types.includes('null')) return null;
  // One item is enough to show the shape; deeper lists are left empty.
  if (types.includes('array'))
    return schema.minItems || depth < 3 ? [exampleOf(schema.items!, definitions, depth + 1)] : [];
  if (types.includes('object')) return {};
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number'))
    return (schema.minimum as number | undefined) ?? 1;
  if (types.includes('string')) return 'text';
  // A schema without a type takes any value.
  return schema.type === undefined ? {} : null;
}
