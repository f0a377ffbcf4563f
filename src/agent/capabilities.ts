// What a caller may do, told from the catalogue: capabilities, the policy on agents, the API description.
import { openApiDocument } from '../../rest-compat/openapi.ts';
import type { Access } from '../access/access.ts';
import { automationRefusal, automationStop, needsApproval, riskClassOf } from '../access/automation.ts';
import { RISK_CLASSES, type RiskClass } from '../access/automation-policy.ts';
import { refusal } from '../access/check.ts';
import { freshnessRefusal } from '../access/freshness.ts';
import type { Principal, PrincipalKind } from '../access/principal.ts';
import { type Catalogue, isRouted, type PersistedOperation } from '../operations/catalogue.ts';
import type { JsonSchema } from '../operations/json-schema.ts';
import type { Services } from '../services.ts';
import { API_VERSIONS } from '../version.ts';

type Approval = 'none' | 'required' | 'denied';
/** Nobody has no capabilities: the operation asks for a principal of a workspace. */
type Identified = Exclude<PrincipalKind, 'anonymous' | 'system'>;

export interface ApiDescription extends Record<string, unknown> {
  paths: Record<string, Record<string, { requestBody?: object; parameters?: object[] }>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** Both are the same for every caller, so they are made once for a catalogue: mounting MCP does it, at boot. */
const descriptions = new WeakMap<Catalogue, ApiDescription>();
const prepared = new WeakMap<Catalogue, Prepared[]>();

interface Prepared {
  operation: PersistedOperation;
  /** The members of a capability that do not hang on the caller. */
  told: ReturnType<typeof tell>;
}

/** The description of the whole API. */
export function apiDescription({
  catalogue,
  config,
}: Pick<Services, 'catalogue' | 'config'>): ApiDescription {
  let description = descriptions.get(catalogue);
  if (!description) {
    description = openApiDocument(catalogue, catalogue.operations, config.publicUrl) as ApiDescription;
    descriptions.set(catalogue, description);
  }
  return description;
}

/** The description of what the caller may use now; schemas that nothing refers to then stay in it. */
export function callerDescription(services: Services, principal: Principal): ApiDescription {
  const whole = apiDescription(services);
  const paths: ApiDescription['paths'] = {};
  const now = services.clock.now();
  for (const { access, path, method } of services.catalogue.operations) {
    const described = whole.paths[path]?.[method.toLowerCase()];
    if (!described || unavailable(access, principal, now)) continue;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return { ...whole, paths };
}

/** The error code that a call would answer now, whatever its input; undefined when it may run. */
export function unavailable(access: Access, principal: Principal, now: Date): string | undefined {
  return (
    refusal(access, principal) ??
    freshnessRefusal(access, principal, now) ??
    automationRefusal(riskClassOf(access), principal, now)
  )?.code;
}

/**
 * Whether an operation is work inside a workspace, and so a capability: signing in, the operator's surface and MCP
 * itself are not.
 */
export function isCapability({ name, access: { principals, module } }: PersistedOperation): boolean {
  if (principals === 'public' || principals === 'operator') return false;
  return !(principals === 'user' && module === 'auth') && name !== 'CallMcp';
}

/**
 * Relationship actions that are deferred (service.md 4.1): people have them, and they are offered to nobody as a
 * capability. What is offered is reading summaries and follow-ups.
 */
function isDeferred({ access: { permission } }: PersistedOperation): boolean {
  return /^(contact_relationships|relationship_outcomes)\./.test(permission ?? '');
}

/** Whether an action has a dotted id of the service description, such as relationship.summary.read (service.md 4.1). */
function isNamedInSpecification({ tool }: PersistedOperation): boolean {
  return tool.includes('.');
}

/** Whether MCP can carry the answer: what is no JSON cannot be structured content. */
export function isTool(operation: PersistedOperation): boolean {
  return isCapability(operation) && operation.answer !== 'raw';
}

/** What stands between the caller and changes, beside permissions and scopes. */
export function policyOf(principal: Principal, now: Date) {
  const { automation, timeZone } = principal;
  const approval = (riskClass: RiskClass): Approval => {
    if (automationRefusal(riskClass, principal, now)) return 'denied';
    return needsApproval(riskClass, principal) ? 'required' : 'none';
  };
  const [write, externalSend, financial, destructive, signing] = RISK_CLASSES.map(approval);
  return {
    automationEnabled: !automationStop(automation, timeZone, now),
    approvals: { write, externalSend, financial, destructive, signing } as Record<Camel, Approval>,
  };
}

/** Risk classes as members of a record. */
type Camel = 'write' | 'externalSend' | 'financial' | 'destructive' | 'signing';

/** The operations that the caller may use now; with `all`, the others too, each with the reason. */
export function capabilitiesOf(services: Services, principal: Principal, all: boolean) {
  const { kind, id, label, roles, scopes, modules } = principal;
  const now = services.clock.now();
  const policy = policyOf(principal, now);
  const of: Record<RiskClass, Approval> = {
    ...policy.approvals,
    external_send: policy.approvals.externalSend,
  };
  return {
    principal: {
      kind: kind as Identified,
      id,
      label,
      roles: [...roles],
      scopes: scopes && [...scopes].sort(),
    },
    policy,
    modules: [...modules].sort(),
    apiVersion: API_VERSIONS.at(-1)!,
    capabilities: preparedFor(services).flatMap(({ operation, told }) => {
      const reason = unavailable(operation.access, principal, now);
      if (reason && !all) return [];
      const approval = told.riskClass ? of[told.riskClass] : 'none';
      return [{ ...told, approval, available: !reason, unavailableReason: reason ?? null }];
    }),
  };
}

function preparedFor(services: Services): Prepared[] {
  const { catalogue } = services;
  let all = prepared.get(catalogue);
  if (!all) {
    const description = apiDescription(services);
    all = [...catalogue.operations, ...catalogue.unrouted]
      .filter((operation) => isCapability(operation) && !isDeferred(operation))
      .map((operation) => ({ operation, told: tell(operation, description) }));
    prepared.set(catalogue, all);
  }
  return all;
}

function tell(operation: PersistedOperation, description: ApiDescription) {
  const { access } = operation;
  return {
    operation: isNamedInSpecification(operation) ? operation.tool : operation.name,
    title: operation.summary,
    module: access.module,
    ...(isRouted(operation)
      ? { method: operation.method, path: operation.path }
      : { method: null, path: null }),
    tool: isTool(operation) ? operation.tool : null,
    graphql: operation.rootField,
    permission: access.permission ?? null,
    scope: access.scope ?? access.anyScope?.join(' or ') ?? null,
    risk: access.risk,
    riskClass: riskClassOf(access) ?? null,
    idempotency: operation.kind === 'mutation' ? 'key' : 'none',
    ...schemaRefs(operation, description),
  };
}

/** Addresses inside the API description. A read has no body; its input are the parameters. */
function schemaRefs(operation: PersistedOperation, { paths }: ApiDescription) {
  const described = isRouted(operation) && paths[operation.path]?.[operation.method.toLowerCase()];
  if (!described) return { inputSchemaRef: null, outputSchemaRef: null };
  const { method, path, status } = operation;
  const pointer = encodeURIComponent(path.replaceAll('/', '~1'));
  const at = `/api/agent/openapi.json#/paths/${pointer}/${method.toLowerCase()}`;
  const body = described.requestBody && `${at}/requestBody/content/application~1json/schema`;
  return {
    inputSchemaRef: body ?? (described.parameters ? `${at}/parameters` : null),
    outputSchemaRef: `${at}/responses/${status}/content/application~1json/schema`,
  };
}
