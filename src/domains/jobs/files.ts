// The files that jobs produce: kept for a day and downloaded by a signed link of the requester.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { type StoredFile, UNUSED_FILE_MS } from '../../files/files.ts';
import { eraseFiles } from '../../files/take.ts';
import type { Services } from '../../services.ts';
import type { Job } from './model.ts';
import type { JobRun } from './run.ts';

/** The scope of all files of jobs. Nothing refers to them, so they are erased after a day. */
export const JOB_FILES = 'jobs/';
/** A link expires after this time; each read of the job returns a new one. */
const LINK_LIFETIME = 900_000;

/** The description of a file in the result of its job. */
export interface JobFile {
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

/** Writes the file of a job as its content arrives, in place of the file of an earlier attempt. */
export async function writeJobFile(
  run: JobRun,
  { name, mime }: Pick<JobFile, 'name' | 'mime'>,
  content: AsyncIterable<string | Buffer>,
): Promise<JobFile> {
  const { tenantId, job, services } = run;
  const scope = `${JOB_FILES}${job.id}`;
  await run.write((ctx) => eraseFiles(ctx, scope));
  const { id, bytes } = await services.files.write({ tenantId, name, mime, scope }, content);
  return { id, name, mime, bytes };
}

export interface Download {
  url: string;
  name: string;
  bytes: number;
  /** When this link expires; the job returns new links while the file is kept. */
  expiresAt: Date;
}

interface Ticket {
  tenantId: string;
  fileId: string;
  until: number;
}

/** Returns the download link of a job's file, only for its requester; null if there is no file or it has expired. */
export function downloadOf(ctx: TenantContext, job: Job): Download | null {
  const file = job.result?.file as JobFile | undefined;
  if (!file || job.requestedBy.id !== ctx.principal.id) return null;
  const deletedAt = new Date(job.finishedAt!).getTime() + UNUSED_FILE_MS;
  if (deletedAt <= ctx.now.getTime()) return null;
  const expiresAt = Math.min(ctx.now.getTime() + LINK_LIFETIME, deletedAt);
  const { config, keys } = ctx.services;
  const ticket: Ticket = { tenantId: ctx.tenantId, fileId: file.id, until: expiresAt };
  const url = `${config.publicUrl}/downloads/${keys.seal(JSON.stringify(ticket), 'download')}`;
  return { url, name: file.name, bytes: file.bytes, expiresAt: new Date(expiresAt) };
}

/**
 * Returns the file of a link.
 * @throws NOT_FOUND for a link that this service did not sign; GONE for an expired link or file
 */
export async function openDownload(
  { keys, clock, files }: Pick<Services, 'keys' | 'clock' | 'files'>,
  sealed: string,
): Promise<StoredFile> {
  const { tenantId, fileId, until } = openTicket(keys, sealed);
  if (until <= clock.now().getTime()) fail('GONE', 'The link has expired; get the job again for a new one.');
  const file = await files.find({ tenantId, id: fileId });
  return file && file.expiresAt !== null && file.expiresAt > clock.now()
    ? file
    : fail('GONE', 'The file has been deleted; start the export again.');
}

function openTicket(keys: Services['keys'], sealed: string): Ticket {
  try {
    return JSON.parse(keys.open(sealed, 'download'));
  } catch {
    return fail('NOT_FOUND', 'There is no such file.');
  }
}
