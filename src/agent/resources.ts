// Records and rules as MCP resources: redacted JSON, read through the same operations as on the other surfaces.
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { camelCase, snakeCase } from '../naming.ts';
import { callOperation, type Origin } from '../operations/call.ts';
import type { PersistedOperation } from '../operations/catalogue.ts';
import type { WireObject } from '../operations/wire.ts';
import { POLICIES } from '../rate-limit.ts';
import { recordTypes } from '../sdl/records.ts';
import type { Services } from '../services.ts';
import { policyOf, unavailableReason } from './capabilities.ts';
import { type Caller, loggedRefusal, type Session } from './session.ts';

const JSON_TYPE = 'application/json';
const MAX_RECENT = 25;

/** A kind of record whose records have an address. */
interface RecordKind {
  /** What the addresses begin with: `crm://companies/`. */
  prefix: string;
  name: string;
  title: string;
  read: PersistedOperation;
  list: PersistedOperation;
  /** The member that people know a record by, in wire form. */
  label: string;
}

const CAPABILITIES: Resource = {
  uri: 'platform://capabilities',
  name: 'capabilities',
  title: 'Your capabilities',
  description: 'The operations that you may use now, with risk, approval and idempotency.',
  mimeType: JSON_TYPE,
};

const POLICY: Resource = {
  uri: 'platform://policy',
  name: 'policy',
  title: 'Rules for changes',
  description:
    'Whether you may change records, which calls need approval by a person, and how often you may call.',
  mimeType: JSON_TYPE,
};

export class Resources {
  readonly #services: Services;
  readonly #kinds: RecordKind[];
  readonly #capabilities: PersistedOperation;

  constructor(services: Services) {
    const operation = (name: string): PersistedOperation => {
      const found = services.catalogue.byName.get(name);
      if (!found) throw new Error(`MCP resources need the operation ${name}`);
      return found;
    };
    this.#services = services;
    this.#kinds = recordTypes().map(({ type, name, entity, title }) => {
      const read = operation(`Get${type}`);
      const list = services.catalogue.operations.find(
        ({ isPage, rootField }) => isPage && rootField === camelCase(entity),
      );
      if (!list) throw new Error(`MCP resources need an operation that lists ${entity}`);
      // The scope `crm.companies:read` says under which name agents know the module.
      const [module] = read.access.scope!.split('.');
      return {
        prefix: `${module}://${entity}/`,
        name,
        title: type.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
        read,
        list,
        label: snakeCase(title),
      };
    });
    this.#capabilities = operation('GetAgentCapabilities');
  }

  /** Lists the fixed resources, then the records that changed last; other records are read by the URI templates. */
  async list({ origin }: Session): Promise<ListResourcesResult> {
    const changed = await Promise.all(this.#visible(origin).map((kind) => this.#recent(kind, origin)));
    const recent = changed.flat().sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
    return {
      resources: [...this.fixed({ origin }), ...recent.slice(0, MAX_RECENT).map(({ resource }) => resource)],
    };
  }

  /** Returns the resources that do not depend on records. */
  fixed({ origin }: Caller): Resource[] {
    const refused = unavailableReason(
      this.#capabilities.access,
      origin.principal,
      this.#services.clock.now(),
    );
    return refused ? [POLICY] : [CAPABILITIES, POLICY];
  }

  /** Returns the URI templates of the records that the caller may read. */
  templates({ origin }: Caller): ListResourceTemplatesResult {
    const resourceTemplates = this.#visible(origin).map(({ prefix, name, title, read }) => ({
      uriTemplate: `${prefix}{id}`,
      name,
      title,
      description: read.description,
      mimeType: JSON_TYPE,
    }));
    return { resourceTemplates };
  }

  /** Reads a resource. @throws ProtocolError; ResourceNotFoundError if it is missing or hidden */
  async read({ origin }: Session, uri: string): Promise<ReadResourceResult> {
    const value = await this.#value(uri, origin);
    return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
  }

  async #value(uri: string, origin: Origin): Promise<unknown> {
    if (uri === POLICY.uri) return policyText(origin, this.#services.clock.now());
    if (uri === CAPABILITIES.uri) return this.#run(uri, this.#capabilities, {}, origin);
    const kind = this.#kinds.find(({ prefix }) => uri.startsWith(prefix));
    if (!kind) throw new ResourceNotFoundError(uri);
    return this.#run(uri, kind.read, { id: uri.slice(kind.prefix.length) }, origin);
  }

  #visible({ principal }: Caller['origin']): RecordKind[] {
    const now = this.#services.clock.now();
    return this.#kinds.filter(({ read }) => !unavailableReason(read.access, principal, now));
  }

  async #recent(kind: RecordKind, origin: Origin): Promise<{ resource: Resource; changedAt: Date }[]> {
    const input = { pageSize: MAX_RECENT, sort: ['-updated_at'] };
    const records = (await this.#run(kind.prefix, kind.list, input, origin)) as Record<string, never>[];
    return records.map((record) => ({
      changedAt: new Date(record.updated_at!),
      resource: {
        uri: kind.prefix + record.id,
        name: kind.name,
        title: record[kind.label],
        mimeType: JSON_TYPE,
      },
    }));
  }

  async #run(
    uri: string,
    operation: PersistedOperation,
    input: WireObject,
    origin: Origin,
  ): Promise<unknown> {
    try {
      const { body } = await callOperation(this.#services, { ...origin, operation, input });
      return (body as { data: unknown }).data;
    } catch (error) {
      const refused = loggedRefusal(error, origin);
      if (refused.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
      // A read has no result for refusals, so the error carries the body that a tool would have returned.
      const code =
        refused.code === 'INTERNAL_ERROR' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
      throw new ProtocolError(code, refused.message, refused.body(origin.requestId));
    }
  }
}

function policyText({ principal }: Origin, now: Date): object {
  const { automationEnabled, approvals } = policyOf(principal, now);
  const { externalSend, ...classes } = approvals;
  const [calls, seconds] = POLICIES.mcp;
  return {
    automation_enabled: automationEnabled,
    approvals: { ...classes, external_send: externalSend },
    queued:
      'A call whose risk class says required changes nothing at first: it returns status queued_for_approval and a proposal_id, and runs when an owner or admin approves it.',
    idempotency:
      'Every tool that changes something takes an idempotencyKey; a call with a repeated key returns the result of the first call.',
    redaction: 'Fields that you may not read are null.',
    rate_limit: { calls, seconds },
  };
}
