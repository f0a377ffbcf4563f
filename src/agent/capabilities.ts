// Derives from the catalogue what a caller may do: capabilities, the policy for agents, the caller's API description.
import { openApiDocument } from '../../rest-compat/openapi.ts';
import type { Access } from '../access/access.ts';
import { automationRefusal, automationStop, needsApproval, riskClassOf } from '../access/automation.ts';
import { RISK_CLASSES, type RiskClass } from '../access/automation-policy.ts';
import { refusal } from '../access/check.ts';
import { freshnessRefusal } from '../access/freshness.ts';
import type { Principal, PrincipalKind } from '../access/principal.ts';
import type { Config } from '../config.ts';
import { type Catalogue, isRouted, type PersistedOperation, takesKey } from '../operations/catalogue.ts';
import type { JsonSchema } from '../operations/json-schema.ts';
import type { Services } from '../services.ts';
import { API_VERSIONS } from '../version.ts';

type Approval = 'none' | 'required' | 'denied';
/** Kinds of principals that have capabilities; the operation requires a principal of a workspace. */
type CapablePrincipalKind = Exclude<PrincipalKind, 'anonymous' | 'system'>;

export interface ApiDescription extends Record<string, unknown> {
  paths: Record<string, Record<string, { requestBody?: object; parameters?: object[] }>>;
  components: { schemas: Record<string, JsonSchema> };
}

// Both caches hold values that are the same for every caller.
const descriptions = new WeakMap<Config, ApiDescription>();
const templates = new WeakMap<Catalogue, CapabilityTemplate[]>();

interface CapabilityTemplate {
  operation: PersistedOperation;
  /** The members of a capability that do not depend on the caller. */
  members: ReturnType<typeof describeCapability>;
}

/** Returns the OpenAPI description of the whole API. */
export function apiDescription({
  catalogue,
  config,
}: Pick<Services, 'catalogue' | 'config'>): ApiDescription {
  let description = descriptions.get(config);
  if (!description) {
    description = openApiDocument(catalogue, { server: config.publicUrl }) as ApiDescription;
    descriptions.set(config, description);
  }
  return description;
}

/** Returns the OpenAPI description of what the caller may use now; it keeps all schemas, used or not. */
export function callerDescription(services: Services, principal: Principal): ApiDescription {
  const complete = apiDescription(services);
  const paths: ApiDescription['paths'] = {};
  const now = services.clock.now();
  for (const { access, path, method } of services.catalogue.operations) {
    const described = complete.paths[path]?.[method.toLowerCase()];
    if (!described || unavailableReason(access, principal, now)) continue;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  }
  return { ...complete, paths };
}

/** Returns the error code with which a call would be refused now, whatever its input; undefined if it may run. */
export function unavailableReason(access: Access, principal: Principal, now: Date): string | undefined {
  return (
    refusal(access, principal) ??
    freshnessRefusal(access, principal, now) ??
    automationRefusal(riskClassOf(access), principal, now)
  )?.code;
}

/**
 * Returns whether an operation is work inside a workspace, and so a capability. Signing in, operations for the operator
 * and MCP itself are not.
 */
export function isCapability({ name, access: { principals, module } }: PersistedOperation): boolean {
  if (['public', 'ingress', 'operator'].includes(principals)) return false;
  return !(principals === 'user' && module === 'auth') && name !== 'CallMcp';
}

/**
 * Returns whether an operation is a deferred relationship action (service.md 4.1): people may use it, but it is nobody's
 * capability. Reading summaries and follow-ups is not deferred.
 */
function isDeferred({ access: { permission } }: PersistedOperation): boolean {
  return /^(contact_relationships|relationship_outcomes)\./.test(permission ?? '');
}

/** Returns whether service.md 4.1 gives an operation a dotted id, such as relationship.summary.read. */
function isNamedInSpecification({ tool }: PersistedOperation): boolean {
  return tool.includes('.');
}

/** Answers that fit into the structured content of a tool. Files and exports do not (delivery-commercial.md A17). */
const TOOL_ANSWERS: readonly PersistedOperation['answer'][] = ['envelope', 'document'];

/** Returns whether an operation can be an MCP tool. */
export function isTool(operation: PersistedOperation): boolean {
  return isCapability(operation) && TOOL_ANSWERS.includes(operation.answer);
}

/** Returns the caller's approval policy for each risk class, and whether automation is enabled. */
export function policyOf(principal: Principal, now: Date) {
  const { automation, timeZone } = principal;
  const approval = (riskClass: RiskClass): Approval => {
    if (automationRefusal(riskClass, principal, now)) return 'denied';
    return needsApproval(riskClass, principal) ? 'required' : 'none';
  };
  const [write, externalSend, financial, destructive, signing] = RISK_CLASSES.map(approval);
  return {
    automationEnabled: !automationStop(automation, timeZone, now),
    approvals: { write, externalSend, financial, destructive, signing } as Record<RiskMember, Approval>,
  };
}

/** The risk classes as member names in camelCase. */
type RiskMember = 'write' | 'externalSend' | 'financial' | 'destructive' | 'signing';

/** Returns the operations that the caller may use now; with `all` also the others, each with the reason. */
export function capabilitiesOf(services: Services, principal: Principal, all: boolean) {
  const { kind, id, label, roles, scopes, modules } = principal;
  const now = services.clock.now();
  const policy = policyOf(principal, now);
  const approvals: Record<RiskClass, Approval> = {
    ...policy.approvals,
    external_send: policy.approvals.externalSend,
  };
  return {
    principal: {
      kind: kind as CapablePrincipalKind,
      id,
      label,
      roles: [...roles],
      scopes: scopes && [...scopes].sort(),
    },
    policy,
    modules: [...modules].sort(),
    apiVersion: API_VERSIONS.at(-1)!,
    capabilities: templatesOf(services).flatMap(({ operation, members }) => {
      const reason = unavailableReason(operation.access, principal, now);
      if (reason && !all) return [];
      const approval = members.riskClass ? approvals[members.riskClass] : 'none';
      return [{ ...members, approval, available: !reason, unavailableReason: reason ?? null }];
    }),
  };
}

function templatesOf(services: Services): CapabilityTemplate[] {
  const { catalogue } = services;
  let all = templates.get(catalogue);
  if (!all) {
    const description = apiDescription(services);
    all = [...catalogue.operations, ...catalogue.unrouted]
      .filter((operation) => isCapability(operation) && !isDeferred(operation))
      .map((operation) => ({ operation, members: describeCapability(operation, description) }));
    templates.set(catalogue, all);
  }
  return all;
}

function describeCapability(operation: PersistedOperation, description: ApiDescription) {
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
    idempotency: takesKey(operation) ? 'key' : 'none',
    ...schemaRefs(operation, description),
  };
}

/** Returns references to the input and output schemas in the API description. A read has no body: its input is the parameters. */
function schemaRefs(operation: PersistedOperation, { paths }: ApiDescription) {
  const described = isRouted(operation) && paths[operation.path]?.[operation.method.toLowerCase()];
  if (!described) return { inputSchemaRef: null, outputSchemaRef: null };
  const { method, path, status } = operation;
  const pointer = encodeURIComponent(path.replaceAll('/', '~1'));
  const reference = `/api/agent/openapi.json#/paths/${pointer}/${method.toLowerCase()}`;
  const body = described.requestBody && `${reference}/requestBody/content/application~1json/schema`;
  return {
    inputSchemaRef: body ?? (described.parameters ? `${reference}/parameters` : null),
    outputSchemaRef: `${reference}/responses/${status}/content/application~1json/schema`,
  };
}
