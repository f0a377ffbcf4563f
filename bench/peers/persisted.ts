// Routes for persisted operations that the product has no route for; they take the same steps as a REST call.
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { resolvers } from '../../resolvers/index.ts';
import { admit } from '../../src/http/pipeline.ts';
import { contextOf, visibilityOf } from '../../src/operations/call.ts';
import type { SerializedOperation } from '../../src/operations/context.ts';
import { joinRecords } from '../../src/operations/envelope.ts';
import type { Server } from '../../src/server.ts';
import { workloads } from '../workloads/index.ts';
import type { Persisted } from '../workloads/workload.ts';

/** The members of a page that documents select. */
interface PageOf {
  nodes: unknown[];
  total: number;
  totalIsEstimate: boolean;
}

/** Mounts the persisted operations of the workloads that the product supports; call before listening. */
export function mountPersisted(server: Server): void {
  const operations = new Map<string, Persisted>();
  for (const { needs, variants } of workloads) {
    if (missingResolvers(needs).length) continue;
    for (const { persisted } of variants) if (persisted) operations.set(persisted.name, persisted);
  }
  for (const persisted of operations.values()) mount(server, persisted);
}

function mount({ app, services }: Server, { name, documents }: Persisted): void {
  const operations = Object.entries(documents).map(([member, text]) => {
    const wireDocument = parse(text);
    const [definition] = wireDocument.definitions as [OperationDefinitionNode];
    const [root] = definition.selectionSet.selections as [FieldNode];
    const operation: SerializedOperation = {
      name: definition.name!.value,
      kind: 'query',
      answer: 'envelope',
      isPage: true,
      rootField: root.name.value,
      wireDocument: () => wireDocument,
    };
    return [member, operation] as const;
  });
  const config = { entry: { credentials: 'required' } } as const;
  app.post(`/bench/${name}`, { config }, async (request, reply) => {
    // Limits, authentication, metrics and permissions apply as on any route.
    const origin = await admit(services, request, reply, { surface: 'rest' });
    return services.database.read(visibilityOf(origin.principal), async (tx) => {
      const ctx = contextOf(services, origin, tx, true);
      const members = await Promise.all(
        operations.map(async ([member, operation]) => {
          const { value, errors, sqlJson } = await services.runner.runSerialized(
            operation,
            ctx,
            request.body as Record<string, unknown>,
          );
          if (errors.length) throw errors[0];
          const { nodes, total, totalIsEstimate } = value as Partial<PageOf>;
          const totals = total === undefined ? '' : `"total":${total},"totalIsEstimate":${totalIsEstimate},`;
          return `"${member}":{${totals}"nodes":${sqlJson ? `[${joinRecords(sqlJson, nodes)}]` : JSON.stringify(nodes)}}`;
        }),
      );
      services.metrics.statements.observe({ operation: name }, tx.statements);
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"success":true,"data":{${members.join(',')}}}`);
    });
  });
}

/** Returns the resolvers that a workload needs and the product does not have. */
export function missingResolvers(needs: string[] = []): string[] {
  const existing = resolvers as Record<string, Record<string, unknown>>;
  return needs.filter((need) => {
    const [type, field] = need.split('.') as [string, string];
    return !existing[type]?.[field];
  });
}
