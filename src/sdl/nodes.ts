// Derives the interface Node and the root fields that refetch any record by its id, as Relay and Apollo expect them.
import { Kind, type ObjectTypeDefinitionNode } from 'graphql';
import { argumentsOf, directive } from './directives.ts';
import type { ObjectType } from './object-types.ts';

/** The most records that `nodes` reads at once. */
export const MAX_NODES = 100;

/** Makes a record type a Node: its `id` is an `ID`. The id remains the UUID of the other surfaces. */
export function asNode(definition: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  return {
    ...definition,
    interfaces: [
      ...(definition.interfaces ?? []),
      { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Node' } },
    ],
  };
}

/** Returns the SDL of `Node`, `node` and `nodes`. Tokens need the scope of at least one kind of record. */
export function nodeDefinitions(records: readonly ObjectType[]): string {
  const scopes = records.flatMap(({ definition }) => {
    const use = directive(definition, 'access');
    return use ? [argumentsOf(use).scope as string] : [];
  });
  const access = `@access(module: DASHBOARD, anyScope: ${JSON.stringify([...new Set(scopes)])})`;
  return `
    "A record that can be read by its id alone. Ids are unique over all kinds of records, and the same on every surface."
    interface Node { id: ID! }
    extend type Query {
      "Returns the record with this id, whatever its kind; null if there is none that the caller may read."
      node(id: ID!): Node ${access}

      "Returns the records with these ids, in their order; null for each that does not exist or that the caller may not read."
      nodes(ids: [ID!]! @limits(maxItems: ${MAX_NODES})): [Node] ${access}
    }`;
}
