// The files that jobs produce: stored in parts for a day and downloaded by a signed link of the requester.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Job } from './model.ts';
import type { JobRun } from './run.ts';

const HOUR = 3_600_000;
const RETENTION = 24 * HOUR;
/** A link expires after this time; each read of the job returns a new one. */
const LINK_LIFETIME = HOUR / 4;
/** Characters per part. */
const PART_LENGTH = 256 * 1024;

/** The description of a file in the result of its job. */
export interface JobFile {
  name: string;
  type: string;
  bytes: number;
  parts: number;
}

/** Writes a file in parts, with at most one part in memory. */
export class FileWriter {
  readonly #run: JobRun;
  #pending = '';
  #parts = 0;
  #bytes = 0;

  private constructor(run: JobRun) {
    this.#run = run;
  }

  /** Starts the file of a job and deletes the parts of an earlier attempt. */
  static async begin(run: JobRun): Promise<FileWriter> {
    const { tenantId, job } = run;
    await run.write(({ tx }) =>
      tx.rows('delete from job_files where tenant_id = $1 and job_id = $2', [tenantId, job.id]),
    );
    return new FileWriter(run);
  }

  async add(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= PART_LENGTH) await this.#flush();
  }

  async finish(name: string, type: string): Promise<JobFile> {
    if (this.#pending) await this.#flush();
    return { name, type, bytes: this.#bytes, parts: this.#parts };
  }

  async #flush(): Promise<void> {
    const { tenantId, job } = this.#run;
    const [content, part] = [this.#pending, this.#parts];
    await this.#run.write(({ tx, now }) =>
      tx.rows(
        'insert into job_files (tenant_id, job_id, part, content, created_at) values ($1, $2, $3, $4, $5)',
        [tenantId, job.id, part, content, now],
      ),
    );
    this.#pending = '';
    this.#parts += 1;
    this.#bytes += Buffer.byteLength(content);
  }
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
  jobId: string;
  file: JobFile;
  until: number;
}

/** Returns the download link of a job's file, only for its requester; null if there is no file or it has expired. */
export function downloadOf(ctx: TenantContext, job: Job): Download | null {
  const file = job.result?.file as JobFile | undefined;
  if (!file || job.requestedBy.id !== ctx.principal.id) return null;
  const deletedAt = new Date(job.finishedAt!).getTime() + RETENTION;
  if (deletedAt <= ctx.now.getTime()) return null;
  const expiresAt = Math.min(ctx.now.getTime() + LINK_LIFETIME, deletedAt);
  const { config, keys } = ctx.services;
  const ticket: Ticket = { tenantId: ctx.tenantId, jobId: job.id, file, until: expiresAt };
  const url = `${config.publicUrl}/downloads/${keys.seal(JSON.stringify(ticket), 'download')}`;
  return { url, name: file.name, bytes: file.bytes, expiresAt: new Date(expiresAt) };
}

/**
 * Opens the file of a link and yields it part by part.
 * @throws NOT_FOUND for a link that this service did not sign; GONE for an expired link or file
 */
export function openDownload(
  { keys, clock, database }: Services,
  sealed: string,
): { file: JobFile; parts: AsyncGenerator<string> } {
  const { tenantId, jobId, file, until } = openTicket(keys, sealed);
  if (until <= clock.now().getTime()) fail('GONE', 'The link has expired; get the job again for a new one.');
  async function* parts(): AsyncGenerator<string> {
    for (let part = 0; part < file.parts; part++) {
      const [row] = await database.read({ tenantId }, (tx) =>
        tx.rows<{ content: string }>(
          'select content from job_files where tenant_id = $1 and job_id = $2 and part = $3',
          [tenantId, jobId, part],
        ),
      );
      yield row?.content ?? fail('GONE', 'The file has been deleted; start the export again.');
    }
  }
  return { file, parts: parts() };
}

function openTicket(keys: Services['keys'], sealed: string): Ticket {
  try {
    return JSON.parse(keys.open(sealed, 'download'));
  } catch {
    return fail('NOT_FOUND', 'There is no such file.');
  }
}
