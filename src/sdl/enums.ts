// The values of enums as they are stored and sent on REST and MCP.
import { type DocumentNode, Kind } from 'graphql';
import { argumentsOf, directive } from './directives.ts';

/** Returns an enum value as it is stored and sent on REST and MCP: that of `@value`, else its name in lower case. */
export function wireValue(value: { name: string; astNode?: unknown }): string {
  const stated = directive(value as never, 'value');
  return stated ? (argumentsOf(stated).is as string) : value.name.toLowerCase();
}

/** Returns the stored values of every enum, by the name of the enum and of the value. */
export function enumValues({ definitions }: DocumentNode): Record<string, Record<string, string>> {
  const enums: Record<string, Record<string, string>> = {};
  for (const node of definitions) {
    if (node.kind !== Kind.ENUM_TYPE_DEFINITION && node.kind !== Kind.ENUM_TYPE_EXTENSION) continue;
    enums[node.name.value] ??= {};
    for (const value of node.values ?? [])
      enums[node.name.value]![value.name.value] = wireValue({ name: value.name.value, astNode: value });
  }
  return enums;
}
