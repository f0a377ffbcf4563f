// Documents with operations of operators, which run in the workspace of the platform.
import type { FastifyRequest } from 'fastify';
import { type GraphQLSchema, Kind, type NameNode } from 'graphql';
import { accessOf } from '../access/access.ts';
import { authenticate } from '../access/authenticate.ts';
import type { Origin } from '../operations/call.ts';
import type { Services } from '../services.ts';
import type { ParsedRequest } from './graphql-request.ts';

/**
 * Returns the origin of a request: that of an operator in the workspace of the platform if the document asks for
 * operations of operators only, because such a request has the caller's rights there, whatever workspace it names.
 */
export async function originOf(
  services: Services,
  schema: GraphQLSchema,
  origin: Origin,
  { operation }: Partial<ParsedRequest>,
  { headers, ip }: FastifyRequest,
): Promise<Origin> {
  const root = operation?.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  const selections = operation?.selectionSet.selections ?? [];
  const isForOperators = ({ kind, name }: { kind: string; name?: NameNode }): boolean => {
    const field = kind === Kind.FIELD && root?.getFields()[name!.value];
    return !!field && accessOf(field, 'query')?.principals === 'operator';
  };
  if (origin.principal.kind !== 'user' || !selections.length || !selections.every(isForOperators))
    return origin;
  const principal = await authenticate(services, {
    authorization: headers.authorization,
    asOperator: true,
    ip,
  });
  return { ...origin, principal };
}
