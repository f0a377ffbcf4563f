// Inputs against their JSON Schema: the same document that OpenAPI publishes decides, on every surface.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FieldFault } from '../errors.ts';
import type { JsonSchema } from './json-schema.ts';

/** Compiles schemas that refer to one set of definitions. */
export class InputValidator {
  // The schemas are written by this service: looking them over at each start would cost a tenth of a second.
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
    this.#ajv.addSchema({ $id: 'api', components: { schemas: definitions } });
  }

  /** Every fault of a value, none when it fits. */
  faults(schema: JsonSchema, value: unknown): FieldFault[] {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')),
      );
      this.#compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).filter(isTelling).map(toFault);
  }
}

/** Drops the sentence about the alternatives of a nullable reference; their own faults say what is wrong. */
function isTelling(error: ErrorObject): boolean {
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
  const path = (...more: string[]) => [...at, ...more].join('.');
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
    case 'format':
      return { path: path(), rule: 'format', message: `Give a value of the format ${params.format}.` };
    default:
      return { path: path(), rule: snake(error.keyword), message: `The value ${error.message}.` };
  }
}

function snake(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
