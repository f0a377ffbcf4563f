// Builds inputs that violate the schema of an operation, each in one way.
import type { Operation } from '../../../src/operations/catalogue.ts';
import type { JsonSchema } from '../../../src/operations/json-schema.ts';
import type { Input } from '../calls.ts';
import type { TestService } from '../service.ts';

export interface Misuse {
  wrong: Input;
  path: string;
  why: string;
}

/** Returns one input for each way to violate the schema of a member. */
export function misuses(service: TestService, operation: Operation, input: Input): Misuse[] {
  const { definitions } = service.server.services.catalogue;
  const { properties = {}, required = [] } = operation.inputSchema;
  const found: Misuse[] = [];
  for (const member of required) {
    if (operation.path.includes(`{${member}}`)) continue;
    const { [member]: _, ...without } = input;
    found.push({ wrong: without, path: member, why: 'missing' });
  }
  for (const [name, declared] of Object.entries(properties)) {
    if (operation.path.includes(`{${name}}`)) continue;
    // A header is always text.
    if (operation.inputs.some((one) => one.wire === name && one.in === 'header')) continue;
    const schema = (declared.$ref ? definitions[declared.$ref.split('/').at(-1)!]! : declared) as JsonSchema;
    const inQuery = operation.inputs.some(
      (declaredInput) => declaredInput.wire === name && declaredInput.in === 'query',
    );
    const wrong = (value: unknown, why: string) =>
      found.push({ wrong: { ...input, [name]: value }, path: name, why });
    const types = [schema.type].flat();
    if (Array.isArray(schema.enum)) wrong('no such value', 'of no known value');
    if (typeof schema.minimum === 'number' && schema.minimum > -2147483648)
      wrong(schema.minimum - 1, 'too small');
    if (typeof schema.maxLength === 'number' && schema.maxLength < 5000)
      wrong('x'.repeat(schema.maxLength + 1), 'too long');
    if (typeof schema.minLength === 'number' && !schema.enum) wrong('', 'too short');
    if (schema.format === 'uuid') wrong('not-a-uuid', 'of the wrong format');
    if (typeof schema.maxItems === 'number')
      wrong(Array(schema.maxItems + 1).fill((input[name] as unknown[])?.[0] ?? 'x'), 'with too many items');
    // Query values are text, so only numbers, booleans and objects can have a wrong type.
    const takesText = types.includes('string') || types.includes('array') || types.includes(undefined);
    if (inQuery && !takesText && !types.includes('object')) wrong('text', 'of the wrong type');
    if (!inQuery && !types.includes(undefined))
      wrong(types.includes('boolean') ? 'yes' : true, 'of the wrong type');
    if (!inQuery && required.includes(name) && !types.includes(undefined)) wrong(null, 'null');
  }
  const takesBody = operation.inputs.some((declaredInput) => declaredInput.in === 'body');
  if (takesBody) found.push({ wrong: { ...input, nmae: 'typo' }, path: 'nmae', why: 'unknown' });
  return found;
}
