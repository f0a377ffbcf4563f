// Validates inputs against their JSON Schema, the one that OpenAPI publishes, on every surface.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isDay, readInstant } from '../clock.ts';
import { type FieldFault, ServiceError } from '../errors.ts';
import { isCountry } from './countries.ts';
import type { JsonSchema } from './json-schema.ts';
import { isDecimal, isPlainNumber } from './scalars.ts';

/** Compiles and applies schemas that share one set of definitions. */
export class InputValidator {
  // This service builds the schemas; validating them at each start would take a tenth of a second.
  readonly #ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    meta: false,
    validateSchema: false,
  });
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(definitions: Record<string, JsonSchema>) {
    // ajv-formats is CommonJS; its default export is the plugin itself.
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    // The database supports narrower ranges than these formats allow.
    this.#ajv.addFormat('date', isDay);
    this.#ajv.addFormat('date-time', (text: string) => readInstant(text) !== undefined);
    this.#ajv.addFormat('iso-3166-1', isCountry);
    this.#ajv.addFormat('decimal', {
      type: 'number',
      validate: (number: number) => isDecimal(String(number)),
    });
    this.#ajv.addSchema({ $id: 'api', components: { schemas: definitions } });
  }

  /** Returns every fault of a value; none if it is valid. */
  faults(schema: JsonSchema, value: unknown): FieldFault[] {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')),
      );
      this.#compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).filter(isSpecific).map(toFault);
  }
}

/** Excludes errors about the alternatives of a nullable reference; their own errors are more specific. */
function isSpecific(error: ErrorObject): boolean {
  if (error.keyword === 'anyOf') return false;
  return !(
    error.keyword === 'type' &&
    error.params.type === 'null' &&
    error.schemaPath.includes('/anyOf/1/')
  );
}

function toFault(error: ErrorObject): FieldFault {
  const at = error.instancePath
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = (...more: string[]) => pathOf([...at, ...more]);
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return {
        path: path(params.missingProperty),
        rule: 'required',
        message: `${params.missingProperty} is required.`,
      };
    case 'additionalProperties':
      return {
        path: path(params.additionalProperty),
        rule: 'unknown_field',
        message: `${params.additionalProperty} is not a field here; check its spelling.`,
      };
    case 'enum':
      return {
        path: path(),
        rule: 'enum',
        message: `Give one of ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}.`,
      };
    case 'type':
      return { path: path(), rule: 'type', message: `Give ${[params.type].flat().join(' or ')}.` };
    case 'pattern':
    case 'format':
      return { path: path(), ...formatFault(error) };
    default:
      return { path: path(), rule: snake(error.keyword), message: `The value ${error.message}.` };
  }
}

/** Returns the path of a member as faults name it: `lines[0].unit_price`. */
function pathOf(parts: readonly string[]): string {
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part),
    '',
  );
}

/** Messages by format; a member may define its own rule. */
const FORMS: Record<string, string> = {
  date: 'Give a day such as 2026-11-21, from year 1 to 9999.',
  'date-time': 'Give an instant such as 2026-11-21T09:30:00Z, from year 1 to 9999.',
  'iso-3166-1': 'Give an ISO 3166-1 alpha-2 code such as DE.',
  decimal: 'Give a decimal with up to 16 digits before the point and 8 behind it.',
};

function formatFault({
  keyword,
  params,
  parentSchema,
  message,
  data,
}: ErrorObject): Omit<FieldFault, 'path'> {
  const { format, ...own } = (parentSchema ?? {}) as JsonSchema &
    Partial<Record<'x-rule' | 'x-digits-rule', string>>;
  const digitsRule = typeof data === 'number' || isPlainNumber(data) ? own['x-digits-rule'] : undefined;
  const rule = digitsRule ?? own['x-rule'] ?? keyword;
  const hint = FORMS[String(format)];
  const other =
    keyword === 'format' ? `Give a value of the format ${params.format}.` : `The value ${message}.`;
  return { rule, message: hint ?? other };
}

function snake(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A refusal of a text that the database cannot hold, with the member of the input that holds it; any other error as it is.
 * @param named how a member is called, where the input has other names than the wire
 */
export function withFieldPath(
  error: unknown,
  input: unknown,
  named: (path: string) => string = (path) => path,
): unknown {
  if (!(error instanceof ServiceError) || error.extras.fields?.length) return error;
  if (error.extras.details?.reason !== 'invalid_text') return error;
  const path = pathOfUnstorable(input, []);
  if (!path) return error;
  const fields = [{ path: named(pathOf(path)), rule: 'invalid_text', message: error.message }];
  return new ServiceError(error.code, error.message, { ...error.extras, fields });
}

/** Returns the path of a text or member name that contains U+0000. */
function pathOfUnstorable(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = name.includes('\0') ? path : pathOfUnstorable(part, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
