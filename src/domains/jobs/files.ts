// The files that jobs make: kept in parts for a day, and fetched by a link that their requester is given.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Job } from './model.ts';
import type { JobRun } from './run.ts';

const HOUR = 3_600_000;
const KEPT = 24 * HOUR;
/** A link is good for so long; the job gives a new one at each look. */
const LINK = HOUR / 4;
/** Characters of a part. */
const PART = 256 * 1024;

/** What the result of a job says of its file. */
export interface JobFile {
  name: string;
  type: string;
  bytes: number;
  parts: number;
}

/** Takes a file as it is made, and holds a part of it at most. */
export class FileWriter {
  readonly #run: JobRun;
  #pending = '';
  #parts = 0;
  #bytes = 0;

  private constructor(run: JobRun) {
    this.#run = run;
  }

  /** Begins the file of a job; what a former attempt left of it goes. */
  static async begin(run: JobRun): Promise<FileWriter> {
    const { tenantId, job } = run;
    await run.write(({ tx }) =>
      tx.rows('delete from job_files where tenant_id = $1 and job_id = $2', [tenantId, job.id]),
    );
    return new FileWriter(run);
  }

  async add(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= PART) await this.#flush();
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
  /** When this link ends; the job gives another one while the file is kept. */
  expiresAt: Date;
}

interface Ticket {
  tenantId: string;
  jobId: string;
  file: JobFile;
  until: number;
}

/** The link to the file of a job, for its requester alone; null where there is none, or none any more. */
export function downloadOf(ctx: TenantContext, job: Job): Download | null {
  const file = job.result?.file as JobFile | undefined;
  if (!file || job.requestedBy.id !== ctx.principal.id) return null;
  const gone = new Date(job.finishedAt!).getTime() + KEPT;
  if (gone <= ctx.now.getTime()) return null;
  const until = Math.min(ctx.now.getTime() + LINK, gone);
  const { config, keys } = ctx.services;
  const ticket: Ticket = { tenantId: ctx.tenantId, jobId: job.id, file, until };
  const url = `${config.publicUrl}/downloads/${keys.seal(JSON.stringify(ticket), 'download')}`;
  return { url, name: file.name, bytes: file.bytes, expiresAt: new Date(until) };
}

/**
 * The file that a link leads to, part by part.
 * @throws NOT_FOUND for a link that is not ours; GONE once it has expired
 */
export function openDownload(
  { keys, clock, database }: Services,
  sealed: string,
): { file: JobFile; parts: AsyncGenerator<string> } {
  const { tenantId, jobId, file, until } = read(keys, sealed);
  if (until <= clock.now().getTime()) fail('GONE', 'The link has expired; look at the job for a new one.');
  async function* parts(): AsyncGenerator<string> {
    for (let part = 0; part < file.parts; part++) {
      const [row] = await database.read({ tenantId }, (tx) =>
        tx.rows<{ content: string }>(
          'select content from job_files where tenant_id = $1 and job_id = $2 and part = $3',
          [tenantId, jobId, part],
        ),
      );
      yield row?.content ?? fail('GONE', 'The file is not kept any more; export again.');
    }
  }
  return { file, parts: parts() };
}

function read(keys: Services['keys'], sealed: string): Ticket {
  try {
    return JSON.parse(keys.open(sealed, 'download'));
  } catch {
    return fail('NOT_FOUND', 'There is no such file.');
  }
}
