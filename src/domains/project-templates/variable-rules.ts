// Pure rules of the variables of a template, such as {{customer}} in its texts.
import { fail, invalid } from '../../errors.ts';
import type { TemplateVariable } from './structure-rules.ts';

const VARIABLE = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;
const MAX_VALUE_LENGTH = 500;

/** Puts values for variables into texts, and collects the variables that have none. */
export class VariableTexts {
  readonly #values = new Map<string, string>();
  readonly #unresolved = new Set<string>();
  readonly #unknown: string[];

  /** @throws VALIDATION_ERROR type, max_length for a value that is no text */
  constructor(variables: readonly TemplateVariable[], values: Record<string, unknown>) {
    const given = new Map(Object.entries(values).map(([name, value]) => [name, readValue(name, value)]));
    for (const { name, required, default: value } of variables) {
      const text = given.get(name) ?? value ?? (required ? null : '');
      if (text === null || (required && !text.trim())) this.#unresolved.add(name);
      else this.#values.set(name, text);
    }
    this.#unknown = [...given.keys()].filter((name) => !variables.some((variable) => variable.name === name));
  }

  /**
   * Returns a text with the values; one that must not be blank needs values for its variables.
   * @throws VALIDATION_ERROR max_length for a text that becomes too long
   */
  fill(text: string, maxLength: number, isRequired = true): string {
    const filled = text.replace(VARIABLE, (whole, name: string) => {
      const value = this.#values.get(name);
      if (value === undefined) this.#unresolved.add(name);
      return value ?? whole;
    });
    if (isRequired && !filled.trim())
      for (const [, name] of text.matchAll(VARIABLE)) this.#unresolved.add(name!);
    if (filled.length > maxLength)
      throw invalid(
        'variables',
        'max_length',
        `A text becomes longer than ${maxLength} characters; shorten a value.`,
      );
    return isRequired ? filled.replace(/\s+/gu, ' ').trim() : filled;
  }

  /** Throws if a variable has no value, or a value no variable. @throws TEMPLATE_VARIABLE_MISSING; VALIDATION_ERROR exists */
  assertResolved(): void {
    const variables = [...this.#unresolved].sort();
    if (variables.length) fail('TEMPLATE_VARIABLE_MISSING', undefined, { details: { variables } });
    const [name] = this.#unknown;
    if (name !== undefined)
      throw invalid(`variables.${name}`, 'exists', 'The template has no such variable; leave it out.');
  }
}

function readValue(name: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalid(`variables.${name}`, 'type', 'Give a text.');
  if (value.length > MAX_VALUE_LENGTH)
    throw invalid(`variables.${name}`, 'max_length', `Give at most ${MAX_VALUE_LENGTH} characters.`);
  return value;
}
