// What an agent gets in place of an effect: its call, queued for a person (platform.md section 7).
import type { PersistedOperation } from './catalogue.ts';
import type { QueuedCall } from './context.ts';
import type { Answer } from './envelope.ts';
import type { JsonSchema } from './json-schema.ts';

/** The answer of REST and MCP to a call that waits. */
export function queuedAnswer({ status, executed, proposalId, expiresAt }: QueuedCall): Answer {
  const data = { status, executed, proposal_id: proposalId, expires_at: expiresAt.toISOString() };
  return { status: 202, body: { success: true, data }, headers: {} };
}

/** Whether a call of an operation can come to wait: agents may make it, and it changes something. */
export function canBeQueued({ kind, name, access }: PersistedOperation): boolean {
  return (
    kind === 'mutation' && access.principals === 'tenant' && access.module !== 'agent' && name !== 'CallMcp'
  );
}

/** What `data` then is. */
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
