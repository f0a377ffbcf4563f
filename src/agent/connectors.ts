// Connector artifacts: what another product is given so that it can talk to this one. Made for one caller, with what they
// may use; no secret is ever part of one (platform.md section 7).
import type { Principal } from '../access/principal.ts';
import { fail } from '../errors.ts';
import { EVENTS, eventKind } from '../events/catalogue.ts';
import { type Catalogue, isDescribed, type Operation } from '../operations/catalogue.ts';
import { type JsonSchema, standalone } from '../operations/json-schema.ts';
import type { Services } from '../services.ts';
import { callerDescription, isCapability, unavailable } from './capabilities.ts';
import { HEADERS, IDENTITY } from './identity.ts';
import { openApi30 } from './openapi30.ts';
import { CORE_OPERATIONS } from './toolset.ts';

/** What clients should do with an answer that did not come, or came as one of these. */
const RETRIES = {
  statuses: [409, 429, 502, 503, 504],
  honour: 'Retry-After',
  attempts: 5,
  backoff: { first_seconds: 1, factor: 2, jitter: true },
  condition: 'Repeat only where error.retryable is true, and a write under the same Idempotency-Key.',
};

type Make = (services: Services, principal: Principal) => object;

/**
 * The artifact of one kind.
 * @throws NOT_FOUND for a kind that is not offered
 */
export function connectorArtifact(services: Services, principal: Principal, target: string): object {
  const { assistant, workflow } = services.config.connectors;
  const kinds: Record<string, Make> = {
    openapi: callerDescription,
    custom,
    [assistant]: assistantActions,
    [workflow]: workflowBuilder,
  };
  const make = Object.hasOwn(kinds, target) ? kinds[target] : undefined;
  return (make ?? fail('NOT_FOUND', 'There is no connector of this kind.'))(services, principal);
}

/** All that a program of one's own needs to know. */
function custom({ config, catalogue }: Services): object {
  return {
    kind: 'custom',
    name: IDENTITY.title,
    version: IDENTITY.version,
    base_url: config.publicUrl,
    description_url: `${config.publicUrl}/api/agent/openapi.json`,
    authentication: { type: 'http', scheme: 'bearer' },
    headers: [
      ...HEADERS,
      { name: 'Idempotency-Key', required: false, description: 'On writes; agents must send it.' },
      { name: 'X-Request-Id', required: false, description: 'Yours, or one is made; every answer tells it.' },
    ],
    operations: catalogue.operations.length,
    events: eventNames(),
    retries: RETRIES,
  };
}

/** Actions for an assistant that takes a short OpenAPI 3.0 description. */
function assistantActions(services: Services, principal: Principal): object {
  const usable = usableBy(services, principal);
  const rank = ({ name }: Operation) => (CORE_OPERATIONS.indexOf(name) + 1 || Infinity) as number;
  return openApi30(
    services.catalogue,
    usable.sort((a, b) => rank(a) - rank(b)),
    services.config.publicUrl,
  );
}

/** Triggers from events, actions from operations. */
function workflowBuilder(services: Services, principal: Principal): object {
  const { config, catalogue } = services;
  return {
    kind: config.connectors.workflow,
    name: IDENTITY.title,
    version: IDENTITY.version,
    base_url: config.publicUrl,
    authentication: { type: 'http', scheme: 'bearer', headers: HEADERS },
    triggers: eventNames().map((key) => {
      const { line, object } = eventKind(key);
      return { key, label: line, object_type: object, delivery: 'webhook' };
    }),
    actions: usableBy(services, principal).map((operation) => actionOf(operation, catalogue)),
    retries: RETRIES,
  };
}

function actionOf(operation: Operation, { definitions }: Catalogue): object {
  const { tool, summary, description, method, path, kind, inputSchema } = operation;
  return {
    key: tool,
    label: summary,
    description,
    kind: kind === 'query' ? 'search' : 'write',
    request: { method, path, query: inPlace(operation, 'query'), body: inPlace(operation, 'body') },
    input_schema: standalone(inputSchema, definitions as Record<string, JsonSchema>),
  };
}

function inPlace({ inputs }: Operation, place: 'query' | 'body'): string[] {
  return inputs.filter((input) => input.in === place).map(({ wire }) => wire);
}

function usableBy({ catalogue, clock }: Services, principal: Principal): Operation[] {
  const now = clock.now();
  return catalogue.operations.filter(
    (operation) =>
      isCapability(operation) && isDescribed(operation) && !unavailable(operation.access, principal, now),
  );
}

function eventNames(): string[] {
  return [...EVENTS].filter(([, kind]) => !kind.isInternal).map(([name]) => name);
}
