// Resolvers of the fields that all connections share: edges, page information and totals.
import type { GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import type { RecordModel } from '../src/db/record-model.ts';
import type { PageOf } from '../src/lists/listing.ts';

type Page = PageOf<RecordModel>;

const connectionFields = {
  edges: (page: Page) => page.nodes.map((node) => ({ node, cursor: page.cursorOf(node) })),
  pageInfo: (page: Page) => ({
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: page.nodes[0] ? page.cursorOf(page.nodes[0]) : null,
    endCursor: page.nodes.length ? page.cursorOf(page.nodes.at(-1)!) : null,
  }),
  total: async (page: Page) => (await page.count()).total,
  totalPages: async (page: Page) => Math.ceil((await page.count()).total / page.pageSize),
  totalIsEstimate: async (page: Page) => (await page.count()).totalIsEstimate,
  nextCursor: (page: Page) => (page.hasNextPage ? page.cursorOf(page.nodes.at(-1)!) : null),
};

/** Adds these resolvers to every type that implements Connection. */
export function resolveConnections(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.getInterfaces().some(({ name }) => name === 'Connection')) continue;
    for (const [name, resolve] of Object.entries(connectionFields)) type.getFields()[name]!.resolve = resolve;
  }
  return schema;
}
