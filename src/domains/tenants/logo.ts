// The logo of a workspace: fetched once from its address, checked, and stored for the PDFs of documents.
import { Worker } from 'node:worker_threads';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { StoredFile } from '../../files/files.ts';
import type { JobContext } from '../../jobs/job.ts';
import { inWorkspace } from '../in-workspace.ts';

/** PNG compresses up to a thousand times: more bytes could take too much memory. */
const MAX_BYTES = 262_144;
const DRAWING_MS = 10_000;

/** Returns the picture of the workspace; undefined without one, and until it was fetched. */
export async function readLogo({ tx, tenantId, services }: TenantContext): Promise<Buffer | undefined> {
  const [logo] = await tx.rows<{ fileId: string }>(
    `select l.file_id as "fileId" from tenant_logos l join tenants t on t.id = $1
     where l.tenant_id = $1 and l.source_url = t.logo_url and l.file_id is not null`,
    [tenantId],
  );
  const file = logo && (await services.files.find({ tenantId, id: logo.fileId }));
  return file && readAll(services, file);
}

async function readAll(services: JobContext['services'], file: StoredFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of services.files.read(file)) parts.push(part);
  return Buffer.concat(parts);
}

/** Fetches the picture of the address that the workspace has now; what is no usable picture is recorded as none. */
export async function fetchLogo(job: JobContext): Promise<void> {
  const { tenantId, log } = job;
  const url = await inWorkspace(job, async ({ db }) => {
    const tenant = await db('tenants').where({ id: tenantId }).first('logo_url');
    return tenant?.logo_url as string | null;
  });
  const file = url ? await download(job, url) : undefined;
  if (url && !file) log.warn({ tenantId }, 'the logo is no PNG or JPEG of up to 256 kB and a million pixels');
  await inWorkspace(job, async ({ tx, now }) => {
    if (!url) await tx.rows('delete from tenant_logos where tenant_id = $1', [tenantId]);
    else
      await tx.rows(
        `insert into tenant_logos (tenant_id, source_url, file_id, fetched_at) values ($1, $2, $3, $4)
         on conflict (tenant_id) do update set source_url = excluded.source_url, file_id = excluded.file_id,
           fetched_at = excluded.fetched_at`,
        [tenantId, url, file?.id ?? null, now],
      );
  });
}

/** Returns the stored picture of an address; undefined for what cannot be drawn. @throws the errors of the network */
async function download({ services, tenantId }: JobContext, url: string): Promise<StoredFile | undefined> {
  try {
    const file = await services.files.write(
      { tenantId, name: 'logo', maxBytes: MAX_BYTES },
      services.egress.download(url),
    );
    const isPicture = file.mime === 'image/png' || file.mime === 'image/jpeg';
    return isPicture && (await isDrawable(await readAll(services, file))) ? file : undefined;
  } catch (error) {
    // Too large, or an address that the service may not call.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Returns whether a picture can be drawn into a PDF. */
function isDrawable(bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./logo-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const timer = setTimeout(() => void worker.terminate(), DRAWING_MS);
    worker.once('message', () => resolve(true));
    worker.once('error', () => resolve(false));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
