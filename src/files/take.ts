// How an operation takes the file of its input, and uses a file that was uploaded before.
import { buffer } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { assertWithinPlan } from '../access/plan-limits.ts';
import { invalid } from '../errors.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantOperationContext } from '../operations/context.ts';
import {
  FILE_COLUMNS,
  type Files,
  failTooLarge,
  InspectedContent,
  type StoredFile,
  UNUSED_FILE_MS,
} from './files.ts';
import { safeName } from './names.ts';

/** The input type FileInput: a file inside JSON. */
export interface FileInput {
  name: string;
  contentBase64: string;
}

/** The context of an operation that takes files. */
export type FileContext = TenantOperationContext & {
  readonly services: TenantOperationContext['services'] & { readonly files: Files };
};

export interface FileRules {
  /** What the file is for, such as `rooms/<id>`. */
  scope?: string;
  /** Whether a media type is accepted; all are by default. */
  accepts?: (mime: string) => boolean;
  maxBytes?: number;
}

/**
 * Stores the file of an input, or takes over the one that was streamed as multipart. It is erased after a day unless the
 * operation makes a record refer to it.
 * @throws VALIDATION_ERROR file, media_type; PAYLOAD_TOO_LARGE, QUOTA_EXCEEDED
 */
export async function storeFile(
  ctx: FileContext,
  input: FileInput,
  rules: FileRules = {},
  upload = ctx.upload,
): Promise<StoredFile> {
  const { maxBytes = Number.POSITIVE_INFINITY, accepts = () => true } = rules;
  const bytes = upload ? undefined : decode(input.contentBase64);
  const size = upload?.bytes ?? bytes!.length;
  if (size > maxBytes) failTooLarge(maxBytes);
  // A streamed file is stored already.
  await assertWithinPlan(ctx, 'storage_gb', upload ? 0 : size);
  const file = upload
    ? await takeOver(ctx, upload.id, rules.scope)
    : await storeBytes(ctx, { name: input.name, bytes: bytes!, scope: rules.scope });
  if (!accepts(file.mime))
    throw invalid('file', 'media_type', `A file of the type ${file.mime} is not accepted here.`);
  if (upload) upload.isTaken = true;
  return file;
}

/**
 * Returns the bytes of the file of an input that is read now and not kept.
 * @throws VALIDATION_ERROR file; PAYLOAD_TOO_LARGE
 */
export async function readFile(
  { upload, services, tenantId }: FileContext,
  input: FileInput,
  maxBytes: number,
): Promise<Buffer> {
  const stored = upload && (await services.files.find({ tenantId, id: upload.id }));
  const bytes = stored ? await buffer(services.files.read(stored)) : decode(input.contentBase64);
  if (bytes.length > maxBytes) failTooLarge(maxBytes);
  return bytes;
}

/** Stores the files of an input that takes several, in order (see `storeFile`). */
export async function storeFiles(
  ctx: FileContext,
  inputs: readonly FileInput[],
  rules: FileRules = {},
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const [at, input] of inputs.entries())
    files.push(await storeFile(ctx, input, rules, ctx.uploads?.[at]));
  return files;
}

/** Stores bytes in the transaction of the operation; they move to the S3-compatible store afterwards, if there is one. */
export async function storeBytes(
  ctx: FileContext,
  { name, bytes, scope = null, mime }: { name: string; bytes: Buffer; scope?: string | null; mime?: string },
): Promise<StoredFile> {
  const content = new InspectedContent([bytes]);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const cleanName = safeName(name);
  const facts = await content.facts(cleanName, mime);
  const id = uuid();
  const expiresAt = new Date(ctx.now.getTime() + UNUSED_FILE_MS);
  const [file] = await ctx.tx.rows<StoredFile>(
    `with file as (
       insert into files (tenant_id, id, name, mime, bytes, sha256, storage, scope, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, 'database', $7, $8, $9) returning *
     ), parts as (
       insert into file_parts (tenant_id, file_id, part, content)
       select $1, $2, part - 1, content from unnest($10::bytea[]) with ordinality as given(content, part)
     )
     select ${FILE_COLUMNS} from file`,
    [
      ...[ctx.tenantId, id, cleanName, facts.mime, facts.bytes, facts.sha256, scope, ctx.now, expiresAt],
      parts,
    ],
  );
  if (ctx.services.files.preferred !== 'database') await enqueue(ctx, 'move_file', { id });
  return file!;
}

/**
 * Returns a file that was uploaded for a scope and still exists, and keeps it from being erased until the transaction ends.
 * @param path the input member that names it
 * @throws VALIDATION_ERROR exists
 */
export async function takeUpload(
  ctx: FileContext,
  id: string,
  scope: string,
  path = 'upload_id',
): Promise<StoredFile> {
  const [file] = await ctx.tx.rows<StoredFile>(
    `select ${FILE_COLUMNS} from files where tenant_id = $1 and id = $2 and scope = $3 and sha256 is not null
       and (expires_at is null or expires_at > $4) for key share`,
    [ctx.tenantId, id, scope, ctx.now],
  );
  if (!file) throw invalid(path, 'exists', 'There is no such upload here; upload the file again.');
  return file;
}

/**
 * Erases the files of a scope, to which no record may refer.
 * @param scope the beginning of it, such as `jobs/`
 */
export async function eraseFiles(
  { tx, tenantId }: Pick<FileContext, 'tx' | 'tenantId'>,
  scope: string,
): Promise<void> {
  await tx.rows(
    `with other as (
       update files set expires_at = created_at where tenant_id = $1 and starts_with(scope, $2) and storage <> 'database'
     )
     delete from files where tenant_id = $1 and starts_with(scope, $2) and storage = 'database'`,
    [tenantId, scope],
  );
}

async function takeOver(ctx: FileContext, id: string, scope: string | undefined): Promise<StoredFile> {
  const [file] = await ctx.tx.rows<StoredFile>(
    `update files set scope = $3 where tenant_id = $1 and id = $2 returning ${FILE_COLUMNS}`,
    [ctx.tenantId, id, scope ?? null],
  );
  return file!;
}

/** @throws VALIDATION_ERROR file */
function decode(text: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw invalid('file.content_base64', 'file', 'Give the bytes of the file as base64 with padding.');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) throw invalid('file', 'file', 'The file is empty; send at least one byte.');
  return bytes;
}
