// Helpers for tests of proposals: calls of agents, reading proposals, and decisions.
import { randomUUID } from 'node:crypto';
import type { Identity, Reply, TestService } from '../support/service.ts';

export const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** Makes calls and decisions in the workspace acme. */
export class Queue {
  readonly service: TestService;

  constructor(service: TestService) {
    this.service = service;
  }

  /** Sends a REST call as the agent of acme with a new idempotency key. */
  asAgent(method: string, path: string, body?: unknown, as: Identity = this.service.acme.agent) {
    return this.service.rest(method, path, body, { as, headers: withKey() });
  }

  async company(input: object = {}): Promise<{ id: string; version: number; name: string }> {
    const reply = await this.service.rest('POST', '/api/companies', {
      name: `Firm ${randomUUID()}`,
      ...input,
    });
    return reply.body.data;
  }

  /** Proposes the deletion of a company by calling it as an agent. @returns the proposal as an owner reads it */
  async deletion(companyId?: string, as?: Identity) {
    const id = companyId ?? (await this.company()).id;
    const reply = await this.asAgent('DELETE', `/api/companies/${id}`, undefined, as);
    if (reply.status !== 202) throw new Error(reply.text);
    return this.read(reply.body.data.proposal_id);
  }

  async read(id: string) {
    return (await this.service.rest('GET', `/api/agent/actions/proposals/${id}`)).body.data;
  }

  approve(
    proposal: { id: string; arguments_hash: string; target: { version: number } | null },
    { as, body, key }: { as?: Identity; body?: object; key?: string } = {},
  ): Promise<Reply> {
    const seen = {
      arguments_hash: proposal.arguments_hash,
      target_version: proposal.target?.version ?? null,
      ...body,
    };
    const path = `/api/agent/actions/approvals/${proposal.id}/approve`;
    return this.service.rest('POST', path, seen, {
      ...(as && { as }),
      ...(key && { headers: withKey(key) }),
    });
  }

  setPolicy(body: object, ask: { as?: Identity } = {}): Promise<Reply> {
    return this.service.rest('PUT', '/api/settings/agents/policy', body, ask);
  }

  async events(objectId: string): Promise<string[]> {
    const rows = await this.service.sql<{ type: string }>(
      this.service.acme,
      'select type from events where object_id = ? order by id',
      [objectId],
    );
    return rows.map(({ type }) => type);
  }
}
