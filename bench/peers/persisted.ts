// Routes of the bench for operations that the product has no route for: the same steps as a REST call of its own takes.
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { resolvers } from '../../resolvers/index.ts';
import { admit } from '../../src/http/pipeline.ts';
import { contextOf, visibilityOf } from '../../src/operations/call.ts';
import type { SerializedOperation } from '../../src/operations/context.ts';
import { joinRecords } from '../../src/operations/envelope.ts';
import type { Server } from '../../src/server.ts';
import { workloads } from '../workloads/index.ts';
import type { Persisted } from '../workloads/workload.ts';

/** A page as a document selects it. */
interface PageOf {
  nodes: unknown[];
  total: number;
  totalIsEstimate: boolean;
}

/** Mounts what the workloads ask for, where the product can answer it; call before listening. */
export function mountPersisted(server: Server): void {
  const asked = new Map<string, Persisted>();
  for (const { needs, variants } of workloads) {
    if (missing(needs).length) continue;
    for (const { persisted } of variants) if (persisted) asked.set(persisted.name, persisted);
  }
  for (const persisted of asked.values()) mount(server, persisted);
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
      wireDocument,
    };
    return [member, operation] as const;
  });
  app.post(`/bench/${name}`, async (request, reply) => {
    // Reads only: limits, authentication and metrics as on any route; permissions in the shield, as always.
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
          const counted = total === undefined ? '' : `"total":${total},"totalIsEstimate":${totalIsEstimate},`;
          return `"${member}":{${counted}"nodes":${sqlJson ? `[${joinRecords(sqlJson, nodes)}]` : JSON.stringify(nodes)}}`;
        }),
      );
      services.metrics.statements.observe({ operation: name }, tx.statements);
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"success":true,"data":{${members.join(',')}}}`);
    });
  });
}

/** Which of the resolvers that a workload needs the product does not have. */
export function missing(needs: string[] = []): string[] {
  const known = resolvers as Record<string, Record<string, unknown>>;
  return needs.filter((need) => {
    const [type, field] = need.split('.') as [string, string];
    return !known[type]?.[field];
  });
}
