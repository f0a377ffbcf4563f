// Background work of recordings: fetching media from providers, and erasing what need not be kept any longer.
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import type { Log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { recordingKind } from './kind.ts';
import { CallRecording } from './model.ts';
import { isMedia } from './service.ts';
import { eraseRecording } from './store.ts';
import { enqueueTranscription, transcribeRecording, transcriptStateOf } from './transcribe.ts';

/** The most bytes that are fetched. */
const MAX_BYTES = 200 * 1_048_576;

export const callRecordings: Record<string, JobHandler> = {
  fetch_recording: fetchRecording,
  transcribe_recording: transcribeRecording,
};

const EXPIRED = `
  select r.id from call_recordings r join tenants t on t.id = $1
  where r.tenant_id = $1 and r.deleted_at is null
    and r.retention_until < ($2::timestamptz at time zone t.time_zone)::date
  order by r.retention_until limit 500`;

/** Fetches the media of a recording from its provider. */
async function fetchRecording(job: JobContext, { id }: { id: string }): Promise<void> {
  const { services, tenantId } = job;
  const url = await inWorkspace(job, async (ctx) => {
    const recording = (await CallRecording.live(ctx).where({ id }).first()) as CallRecording | undefined;
    return recording?.providerUrl;
  });
  if (!url) return;
  const name = new URL(url).pathname;
  const file = await services.files.write(
    { tenantId, name, maxBytes: MAX_BYTES },
    services.egress.download(url),
  );
  await inWorkspace(job, async (ctx) => {
    const before = await lockRecord(ctx, recordingKind, id);
    // Denied, deleted or fetched meanwhile: nothing refers to the file, so it is erased.
    if (before.providerUrl !== url) return;
    const isUsable = isMedia(file.mime);
    const media = isUsable ? { fileId: file.id } : {};
    const transcriptState = await transcriptStateOf(ctx, { ...before, ...media });
    const after = await changeRecord(
      ctx,
      recordingKind,
      before,
      { providerUrl: null, ...media, transcriptState },
      isUsable ? { event: 'call_recording.ready', data: { call_id: before.callId } } : {},
    );
    await enqueueTranscription(ctx, after);
  });
}

/** Deletes the recordings whose retention has ended, with media and transcripts. */
export async function eraseExpiredRecordings(
  services: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    await inWorkspace({ services, log, tenantId, requestId: 'erase_expired_recordings' }, async (ctx) => {
      const expired = await ctx.tx.rows<{ id: string }>(EXPIRED, [tenantId, ctx.now]);
      for (const { id } of expired) await eraseRecording(ctx, await lockRecord(ctx, recordingKind, id));
    });
  }
}
