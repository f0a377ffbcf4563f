// Connector artifacts: documents that let other products call this service. Each is built for one caller and lists what
// they may use; it never contains a secret (platform.md section 7).
import type { Principal } from '../access/principal.ts';
import { fail } from '../errors.ts';
import { EVENTS, eventKind } from '../events/catalogue.ts';
import { type Catalogue, isDescribed, type Operation } from '../operations/catalogue.ts';
import { type JsonSchema, standalone } from '../operations/json-schema.ts';
import type { Services } from '../services.ts';
import { callerDescription, isCapability, unavailableReason } from './capabilities.ts';
import { HEADERS, IDENTITY } from './identity.ts';
import { openApi30 } from './openapi30.ts';
import { CORE_OPERATIONS } from './toolset.ts';

/** Rules for clients on repeating a call that got no response, or one of these statuses. */
const RETRIES = {
  statuses: [409, 429, 502, 503, 504],
  honour: 'Retry-After',
  attempts: 5,
  backoff: { first_seconds: 1, factor: 2, jitter: true },
  condition: 'Repeat only if error.retryable is true; repeat a write with the same Idempotency-Key.',
};

type BuildArtifact = (services: Services, principal: Principal) => object;

/**
 * Returns the artifact of one kind.
 * @throws NOT_FOUND for an unknown kind
 */
export function connectorArtifact(services: Services, principal: Principal, target: string): object {
  const { assistant, workflow } = services.config.connectors;
  const kinds: Record<string, BuildArtifact> = {
    openapi: callerDescription,
    custom: customConnector,
    [assistant]: assistantActions,
    [workflow]: workflowBuilder,
  };
  const build = Object.hasOwn(kinds, target) ? kinds[target] : undefined;
  return (
    build ?? fail('NOT_FOUND', `There is no such connector; use one of ${Object.keys(kinds).join(', ')}.`)
  )(services, principal);
}

/** Returns everything that a custom program needs to call the service. */
function customConnector({ config, catalogue }: Services): object {
  return {
    kind: 'custom',
    name: IDENTITY.title,
    version: IDENTITY.version,
    base_url: config.publicUrl,
    description_url: `${config.publicUrl}/api/agent/openapi.json`,
    authentication: { type: 'http', scheme: 'bearer' },
    headers: [
      ...HEADERS,
      { name: 'Idempotency-Key', required: false, description: 'For writes; agents must send it.' },
      {
        name: 'X-Request-Id',
        required: false,
        description: 'Generated if absent; every response returns it.',
      },
    ],
    operations: catalogue.operations.length,
    events: eventNames(),
    retries: RETRIES,
  };
}

/** Returns the actions for an assistant that takes a short OpenAPI 3.0 description. */
function assistantActions(services: Services, principal: Principal): object {
  const usable = usableBy(services, principal);
  const rank = ({ name }: Operation) => (CORE_OPERATIONS.indexOf(name) + 1 || Infinity) as number;
  return openApi30(
    services.catalogue,
    usable.sort((a, b) => rank(a) - rank(b)),
    services.config.publicUrl,
  );
}

/** Returns triggers from the events and actions from the operations. */
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
    request: { method, path, query: inputNames(operation, 'query'), body: inputNames(operation, 'body') },
    input_schema: standalone(inputSchema, definitions as Record<string, JsonSchema>),
  };
}

function inputNames({ inputs }: Operation, place: 'query' | 'body'): string[] {
  return inputs.filter((input) => input.in === place).map(({ wire }) => wire);
}

function usableBy({ catalogue, clock }: Services, principal: Principal): Operation[] {
  const now = clock.now();
  return catalogue.operations.filter(
    (operation) =>
      isCapability(operation) &&
      isDescribed(operation) &&
      !unavailableReason(operation.access, principal, now),
  );
}

function eventNames(): string[] {
  return [...EVENTS].filter(([, kind]) => !kind.isInternal).map(([name]) => name);
}
