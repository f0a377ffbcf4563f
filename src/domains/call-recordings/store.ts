// Writes transcripts, and erases media and transcripts.
import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '../../context.ts';
import { type Deletion, deleteRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { recordingKind } from './kind.ts';
import { turnsOf } from './loaders.ts';
import { CallRecording, type TranscriptTurn } from './model.ts';
import { ERASED } from './rules.ts';

/** Stores the turns of a transcript. @returns whether they differ from the stored ones */
export async function storeTurns(
  ctx: TenantContext,
  recordingId: string,
  turns: readonly TranscriptTurn[],
): Promise<boolean> {
  if (isDeepStrictEqual(await turnsOf(ctx, recordingId), turns)) return false;
  await ctx.tx.rows(
    `insert into call_recording_transcripts (tenant_id, recording_id, turns, created_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, recording_id) do update set turns = excluded.turns`,
    [ctx.tenantId, recordingId, JSON.stringify(turns), ctx.now],
  );
  return true;
}

/** Erases the turns of a transcript. */
export async function eraseTurns({ tx, tenantId }: TenantContext, recordingId: string): Promise<void> {
  await tx.rows('delete from call_recording_transcripts where tenant_id = $1 and recording_id = $2', [
    tenantId,
    recordingId,
  ]);
}

/** Deletes a recording with its media and transcript. */
export async function eraseRecording(
  ctx: TenantContext,
  recording: Locked<CallRecording>,
): Promise<Deletion> {
  await eraseTurns(ctx, recording.id);
  await CallRecording.of(ctx).where({ id: recording.id }).patch(ERASED);
  return deleteRecord(ctx, recordingKind, recording);
}

/** Deletes the recordings of a call that is deleted. */
export async function eraseRecordingsOfCall(ctx: TenantContext, callId: string): Promise<void> {
  const recordings = (await CallRecording.live(ctx).where({ callId }).orderBy('id')) as CallRecording[];
  const system = { ...ctx, permission: undefined } as TenantContext;
  for (const { id } of recordings) await eraseRecording(ctx, await lockRecord(system, recordingKind, id));
}
