// The answer to a call of an agent that was queued for approval (platform.md section 7).
import type { PersistedOperation } from './catalogue.ts';
import type { QueuedCall } from './context.ts';
import type { Answer } from './envelope.ts';
import type { JsonSchema } from './json-schema.ts';

/** Returns the answer of REST and MCP to a queued call. */
export function queuedAnswer({ status, executed, proposalId, expiresAt }: QueuedCall): Answer {
  const data = { status, executed, proposal_id: proposalId, expires_at: expiresAt.toISOString() };
  return { status: 202, body: { success: true, data }, headers: {} };
}

/** Returns whether calls of an operation can be queued: agents may make them, and they change data. */
export function canBeQueued({ kind, name, access }: PersistedOperation): boolean {
  return (
    kind === 'mutation' && access.principals === 'tenant' && access.module !== 'agent' && name !== 'CallMcp'
  );
}

/** The schema of `data` in that answer. */
export const QUEUED_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The call has changed nothing; it waits for the approval of a person.',
  properties: {
    status: { type: 'string', const: 'queued_for_approval', examples: ['queued_for_approval'] },
    executed: { type: 'boolean', const: false },
    proposal_id: { type: 'string', format: 'uuid', examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] },
    expires_at: { type: 'string', format: 'date-time', examples: ['2026-11-24T09:30:00.000Z'] },
  },
  required: ['status', 'executed', 'proposal_id', 'expires_at'],
};
