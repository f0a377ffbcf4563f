// What the events of voice providers do: calls are made or found by the id of the provider (point 69).
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { recordingReady, recordingTranscribed } from '../call-recordings/provider-events.ts';
import { type EventHandler, lockProviderId, type ProviderEvent } from '../communications/ingress.ts';
import { type ParticipantInput, readParticipants } from '../communications/participants.ts';
import { Call, type CallOutcome } from './model.ts';
import { completeCall, insertCall } from './service.ts';

const OUTCOMES = ['connected', 'voicemail', 'no_answer', 'busy', 'wrong_number', 'refused'];

/** Handles an event of a voice provider; an unknown type does nothing. */
export const handleVoiceEvent: EventHandler = async (ctx, event) => {
  switch (event.type) {
    case 'call.started':
      return !(await findOrInsert(ctx, event)).deletedAt;
    case 'call.completed':
      return complete(ctx, event);
    case 'recording.ready':
      return recordingReady(ctx, event.data);
    case 'recording.transcribed':
      return recordingTranscribed(ctx, event.data);
    default:
      return true;
  }
};

/** Returns the call of an event, which may have been deleted: then it stays so. */
async function findOrInsert(ctx: TenantContext, { data }: ProviderEvent): Promise<Call> {
  const providerCallId = textOf(data, 'provider_call_id');
  await lockProviderId(ctx, 'calls', providerCallId);
  const found = (await Call.of(ctx).where({ providerCallId }).first()) as Call | undefined;
  if (found) return found;
  const { direction } = data;
  if (direction !== 'inbound' && direction !== 'outbound')
    throw invalid('data.direction', 'enum', 'Give inbound or outbound.');
  const startedAt = new Date(textOf(data, 'started_at'));
  if (Number.isNaN(startedAt.getTime())) throw invalid('data.started_at', 'format', 'Give an RFC 3339 time.');
  const participants: ParticipantInput[] = (['from', 'to'] as const).map((role) => ({
    role,
    address: textOf(data, role),
  }));
  return insertCall(ctx, {
    subject: `${direction === 'inbound' ? 'Call from' : 'Call to'} ${textOf(data, direction === 'inbound' ? 'from' : 'to')}`,
    direction,
    status: 'in_progress',
    startedAt,
    providerCallId,
    tags: [],
    participants: await readParticipants(ctx, 'sms', participants),
    links: undefined,
  });
}

async function complete(ctx: TenantContext, event: ProviderEvent): Promise<boolean> {
  const call = await findOrInsert(ctx, event);
  if (call.deletedAt) return false;
  if (call.status === 'completed' || call.status === 'cancelled') return true;
  const { outcome = 'connected', duration_s: durationS = null } = event.data;
  if (!OUTCOMES.includes(outcome as string))
    throw invalid('data.outcome', 'enum', `Give one of ${OUTCOMES.join(', ')}.`);
  const isDuration =
    Number.isSafeInteger(durationS) && (durationS as number) >= 0 && (durationS as number) <= 86_400;
  if (durationS !== null && !isDuration)
    throw invalid('data.duration_s', 'range', 'Give the seconds, from 0 to 86400.');
  await completeCall(ctx, call.id, {
    outcome: outcome as CallOutcome,
    durationS: durationS as number | null,
  });
  return true;
}

function textOf(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value !== 'string' || !value.trim() || value.length > 300)
    throw invalid(`data.${name}`, 'required', `Give ${name} as a text.`);
  return value.trim();
}
