// The contract: the facts that clients may rely on, one on each line and sorted, so that its diff shows every API change.
import { type GraphQLSchema, getNamedType, isEnumType } from 'graphql';
import { ERRORS } from '../src/error-codes.ts';
import { EVENTS } from '../src/events/catalogue.ts';
import { snakeCase } from '../src/naming.ts';
import { type Catalogue, isRouted, type PersistedOperation } from '../src/operations/catalogue.ts';
import { isSpread, type OperationInput } from '../src/operations/inputs.ts';
import { type JsonSchema, orNull } from '../src/operations/json-schema.ts';
import { wireValue } from '../src/sdl/enums.ts';
import { loadRequiredInputs } from '../src/sdl/type-defs.ts';
import { ERROR_SCHEMA, META_SCHEMA, PAGE_MEMBERS } from './openapi-shapes.ts';

const INT_MAX = 2 ** 31 - 1;

/** An inline object that contains all members of a record of at least this size is written as that record plus its further members. */
const SMALLEST_BASE = 5;

/**
 * Returns every fact of the contract.
 * @returns lines without their line ends, sorted
 */
export function contractOf(catalogue: Catalogue, schema: GraphQLSchema): string[] {
  return new Contract(catalogue, schema).lines();
}

class Contract {
  readonly #catalogue: Catalogue;
  readonly #definitions: Record<string, JsonSchema>;
  /** Names of the enums by their values. */
  readonly #enumNames = new Map<string, string>();
  /** Record definitions with the text of each member, largest first. */
  readonly #bases: [name: string, members: Map<string, string>][];
  readonly #facts: string[] = [];
  /** Inputs derived by `@requires`; their facts are those of the declared input, with what the operation requires of it. */
  readonly #required = loadRequiredInputs();

  constructor(catalogue: Catalogue, schema: GraphQLSchema) {
    this.#catalogue = catalogue;
    const page: JsonSchema = {
      type: 'object',
      properties: PAGE_MEMBERS,
      required: Object.keys(PAGE_MEMBERS),
    };
    const definitions = Object.entries(catalogue.definitions).map(([name, definition]) => {
      const required = this.#required.get(name);
      return [required?.base ?? name, required ? sparse(definition, required.fields) : definition];
    });
    this.#definitions = {
      ...Object.fromEntries(definitions),
      Error: ERROR_SCHEMA,
      Meta: META_SCHEMA,
      Page: page,
    };
    for (const type of Object.values(schema.getTypeMap()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!isEnumType(type) || type.name.startsWith('__')) continue;
      const key = JSON.stringify(type.getValues().map(wireValue));
      if (!this.#enumNames.has(key)) this.#enumNames.set(key, type.name);
    }
    this.#bases = Object.entries(catalogue.definitions)
      .map(([name, { properties = {} }]) => [name, textsOf(properties)] as [string, Map<string, string>])
      .filter(([, members]) => members.size >= SMALLEST_BASE)
      .sort(([, a], [, b]) => b.size - a.size);
  }

  lines(): string[] {
    const { operations, unrouted } = this.#catalogue;
    for (const operation of [...operations, ...unrouted]) this.#operation(operation);
    const inputs = this.#inputNames();
    for (const [name, definition] of Object.entries(this.#definitions))
      this.#members(`${inputs.has(name) ? 'input' : 'record'} ${name}.`, definition, inputs.has(name));
    for (const [code, { status, retryable }] of Object.entries(ERRORS) as [string, ErrorKind][])
      this.#facts.push(`error ${code}: ${status}${retryable ? ' retryable' : ''}`);
    for (const [type, { object, isInternal }] of EVENTS)
      if (!isInternal) this.#facts.push(`event ${type}: ${object}`);
    return [...new Set(this.#facts)].sort();
  }

  #operation(operation: PersistedOperation): void {
    const { name, tool, access, inputs, outputSchema, isPage, deprecation } = operation;
    const route = isRouted(operation) ? `${operation.method} ${operation.path}` : `TOOL ${tool}`;
    const scopes = access.scope ?? access.anyScope?.join('|');
    const words = [
      ...[route, name, access.permission ?? '-', scopes ?? '-'],
      ...[`module=${access.module}`, `principals=${access.principals}`, `risk=${access.risk}`],
      ...[`idempotency=${operation.idempotency}`, `status=${operation.status}`],
      ...(operation.answer === 'envelope' ? [] : [`answer=${operation.answer}`]),
      ...(tool === snakeCase(name) ? [] : [`tool=${tool}`]),
      ...(deprecation ? [`sunset=${deprecation.sunset.toISOString().slice(0, 10)}`] : []),
    ];
    // A root field is null only if it was refused, and then the answer is an error.
    const answer = this.#type(outputSchema).replace(/\?$/, '');
    this.#facts.push(`${words.join(' ')} -> ${isPage ? `[${answer}]` : answer}`);
    this.#nested(`${route} answer `, outputSchema, false);
    for (const input of inputs) this.#input(route, operation, input);
  }

  #input(route: string, { inputSchema }: PersistedOperation, input: OperationInput): void {
    const { properties = {}, required = [] } = inputSchema;
    if (!isSpread(input)) {
      const schema = properties[input.wire]!;
      // A path parameter is a UUID unless its line says otherwise.
      if (input.in === 'path' && schema.format === 'uuid') return;
      const key = `${route} ${input.in} ${input.wire}`;
      this.#member(key, schema, required.includes(input.wire), true);
      return;
    }
    const name = this.#inputName(input);
    const definition = this.#definitions[name]!;
    const needed = required.filter(
      (member) => definition.properties![member] && !definition.required?.includes(member),
    );
    this.#facts.push(
      `${route} ${input.in}: ${name}${needed.map((member) => ` requires=${member}`).join('')}`,
    );
  }

  #members(prefix: string, schema: JsonSchema, isInput: boolean): void {
    const inherited = isInput ? undefined : this.#baseOf(schema);
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (inherited?.members.has(name)) continue;
      this.#member(prefix + name, part, schema.required?.includes(name) ?? false, isInput);
    }
  }

  /** Adds a member: inputs are marked if required, members of answers if optional. */
  #member(key: string, schema: JsonSchema, isRequired: boolean, isInput: boolean): void {
    const words = [
      ...[this.#type(schema), ...rangeOf(schema)],
      ...(isInput && isRequired ? ['required'] : []),
      ...(!isInput && !isRequired ? ['optional'] : []),
      ...(schema['x-sunset'] ? [`sunset=${schema['x-sunset']}`] : []),
      ...(schema.pattern ? [`/${schema.pattern}/`] : []),
    ];
    this.#facts.push(`${key}: ${words.join(' ')}`);
    const { items } = schema;
    if (items && (rangeOf(items).length || items.pattern)) this.#member(`${key}[]`, items, true, false);
    else this.#nested(`${key}.`, schema, isInput);
  }

  /** Adds the members of an unnamed object, or of the items of a list of such objects. */
  #nested(prefix: string, schema: JsonSchema, isInput: boolean): void {
    if (schema.properties) this.#members(prefix, schema, isInput);
    else if (schema.items) this.#nested(prefix, schema.items, isInput);
  }

  #type(schema: JsonSchema): string {
    const alternatives = schema.anyOf as JsonSchema[] | undefined;
    if (alternatives) {
      const nullable = alternatives.some(({ type }) => type === 'null') ? '?' : '';
      const others = alternatives.filter(({ type }) => type !== 'null');
      return others.map((alternative) => this.#type(alternative)).join('|') + nullable;
    }
    if (schema.$ref) return this.#contractName(schema.$ref.split('/').at(-1)!);
    const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
    return this.#named(schema, types) + ([schema.type].flat().includes('null') ? '?' : '');
  }

  #named(schema: JsonSchema, types: string[]): string {
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.filter((value) => value !== null);
      const name = this.#enumNames.get(JSON.stringify(values));
      for (const value of name ? values : []) this.#facts.push(`enum ${name}: ${value}`);
      return name ?? values.join('|');
    }
    if (schema.items) return `[${this.#type(schema.items)}]`;
    if (schema.properties) return this.#baseOf(schema)?.name ?? 'object';
    // The format of a number says only how it is stored.
    if (schema.format && types[0] === 'string') return String(schema.format);
    return types.join('|') || 'any';
  }

  /** Returns the largest record all of whose members an inline object has, with the same types. */
  #baseOf(schema: JsonSchema): { name: string; members: Set<string> } | undefined {
    if (Object.values(this.#definitions).includes(schema)) return undefined;
    const own = textsOf(schema.properties ?? {});
    const base = this.#bases.find(([, members]) =>
      [...members].every(([key, text]) => own.get(key) === text),
    );
    return base && { name: `${base[0]}+`, members: new Set(base[1].keys()) };
  }

  /** Returns the names of the definitions that inputs refer to. */
  #inputNames(): Set<string> {
    const names = new Set<string>();
    const gather = (part: unknown): void => {
      if (part === null || typeof part !== 'object') return;
      const { $ref } = part as JsonSchema;
      if ($ref) this.#addWithReferences(this.#contractName($ref.split('/').at(-1)!), names, gather);
      else for (const value of Object.values(part)) gather(value);
    };
    for (const { inputs, inputSchema } of this.#catalogue.byName.values()) {
      gather(inputSchema);
      for (const input of inputs.filter(isSpread))
        this.#addWithReferences(this.#inputName(input), names, gather);
    }
    return names;
  }

  #inputName({ type }: OperationInput): string {
    return this.#contractName(getNamedType(type).name);
  }

  #contractName(name: string): string {
    return this.#required.get(name)?.base ?? name;
  }

  /** Adds a definition and all that it refers to. */
  #addWithReferences(name: string, names: Set<string>, gather: (part: unknown) => void): void {
    if (names.has(name)) return;
    names.add(name);
    gather(this.#definitions[name]);
  }
}

interface ErrorKind {
  status: number;
  retryable?: boolean;
}

/** Returns the schema of a declared input from that of one in which members are required. */
function sparse(definition: JsonSchema, fields: readonly string[]): JsonSchema {
  const names = new Set(fields.map(snakeCase));
  const properties = Object.entries(definition.properties!).map(([name, part]) => [
    name,
    names.has(name) ? orNull(part) : part,
  ]);
  const required = definition.required!.filter((name) => !names.has(name));
  return { ...definition, properties: Object.fromEntries(properties), required };
}

/** Returns the bounds of a length, a number or a count of items; omits those of 32-bit numbers. */
function rangeOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string[] {
  const low = minLength ?? minItems ?? (minimum === -INT_MAX - 1 ? undefined : minimum);
  const high = maxLength ?? maxItems ?? (maximum === INT_MAX ? undefined : maximum);
  return low === undefined && high === undefined ? [] : [`${low ?? ''}..${high ?? ''}`];
}

/** Returns each member as JSON text without its descriptions and examples. */
function textsOf(properties: Record<string, JsonSchema>): Map<string, string> {
  const prose = new Set(['description', 'examples']);
  const text = (schema: JsonSchema) =>
    JSON.stringify(schema, (key, value) => (prose.has(key) ? undefined : value));
  return new Map(Object.entries(properties).map(([name, schema]) => [name, text(schema)]));
}
