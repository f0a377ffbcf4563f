// Sources that are imported from texts and documents, with where they come from. The document itself is not kept.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { failTooLarge } from '../../files/files.ts';
import { mediaTypeOf, TextDetector } from '../../files/media-type.ts';
import { type FileInput, readFile } from '../../files/take.ts';
import { inSeparateTransaction } from '../../operations/derive-context.ts';
import { readAddress } from './addresses.ts';
import { extractText, type UnreadableSource } from './extract.ts';
import { ContentImport } from './model.ts';
import { newOwnerOf, ownerOf } from './owner.ts';
import { firstLine } from './titles.ts';

type Kind = ContentImport['kind'];

export interface ImportInput {
  text?: string | null;
  file?: FileInput | null;
  kind?: Kind | null;
  title?: string | null;
  sourceUrl?: string | null;
}

const MAX_BYTES = 2 * 1_048_576;
const MAX_CHARACTERS = 100_000;

/** The kinds of documents by media type, and of texts by the end of their name. */
const KIND_OF_TYPE: Record<string, Kind> = {
  'application/pdf': 'pdf-text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};
const KIND_OF_NAME: Record<string, Kind> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
};

/** Returns an imported source of the caller. @throws VALIDATION_ERROR exists */
export async function findImport(ctx: TenantContext, id: string): Promise<ContentImport> {
  const found = await ContentImport.of(ctx)
    .where({ id, ownerUserId: await ownerOf(ctx) })
    .first();
  if (!found)
    throw invalid('import_id', 'exists', 'There is no such import of yours; import the document again.');
  return found as ContentImport;
}

/**
 * Imports a text or a document as a source.
 * @throws VALIDATION_ERROR one_of, kind, url; PAYLOAD_TOO_LARGE; FILE_UNREADABLE; CONFLICT token_without_owner
 */
export async function importSource(ctx: TenantContext, input: ImportInput) {
  if (!input.text === !input.file)
    throw invalid('file', 'one_of', 'Give either a text or a file of up to 2 MiB.');
  const sourceUrl = input.sourceUrl ? readAddress(input.sourceUrl, 'source_url') : null;
  const ownerUserId = await inSeparateTransaction(ctx, newOwnerOf);
  const { bytes, kind } = input.file ? await readDocument(ctx, input.file, input.kind) : readGiven(input);
  const { text, isCut } = await readText(kind, bytes);
  const title = input.title?.trim() || firstLine(text);
  const imported = await ctx.tx.savepoint(async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const fields = { ownerUserId, kind, title, content: text, isCut, sourceUrl, sha256 };
    const row = await ContentImport.insert(ctx, { id: uuid(), ...fields });
    await emit(ctx, 'content_import.created', { object: row, after: { kind, sha256 }, links: [] });
    return row;
  });
  return {
    importId: imported.id,
    kind,
    title,
    text,
    isTruncated: isCut,
    provenance: { sourceUrl, sha256: imported.sha256 },
  };
}

function readGiven({ text, kind }: ImportInput): { bytes: Buffer; kind: Kind } {
  if (kind === 'docx' || kind === 'pdf-text')
    throw invalid('kind', 'kind', `Send a document of the kind ${kind} as a file.`);
  const bytes = Buffer.from(text!);
  if (bytes.length > MAX_BYTES) failTooLarge(MAX_BYTES);
  return { bytes, kind: kind ?? 'text' };
}

/** Returns the bytes of a document, and its kind by what it is. @throws VALIDATION_ERROR kind; FILE_UNREADABLE */
async function readDocument(
  ctx: TenantContext,
  file: FileInput,
  kind: Kind | null | undefined,
): Promise<{ bytes: Buffer; kind: Kind }> {
  const bytes = await readFile(ctx, file, MAX_BYTES);
  const detector = new TextDetector();
  detector.add(bytes);
  const isText = detector.end();
  const found = KIND_OF_TYPE[await mediaTypeOf(bytes, isText, file.name)];
  if (!found && !isText) refuse('kind');
  const actual = found ?? kind ?? KIND_OF_NAME[extname(file.name).toLowerCase()] ?? 'text';
  if (kind && kind !== actual)
    throw invalid('kind', 'kind', `The file is of the kind ${actual}; send that, or leave it out.`);
  if (!found && (actual === 'docx' || actual === 'pdf-text'))
    throw invalid('kind', 'kind', `The file is a text and not of the kind ${actual}.`);
  return { bytes, kind: actual };
}

/** @throws FILE_UNREADABLE */
async function readText(kind: Kind, bytes: Buffer): Promise<{ text: string; isCut: boolean }> {
  const answer = await extractText(kind, bytes);
  if ('reason' in answer) refuse(answer.reason);
  const whole = answer.text
    .replaceAll('\0', '')
    .replace(/^\uFEFF/, '')
    .toWellFormed()
    .trim();
  if (!whole) refuse('empty');
  return { text: whole.slice(0, MAX_CHARACTERS).toWellFormed().trim(), isCut: whole.length > MAX_CHARACTERS };
}

const MESSAGES: Record<UnreadableSource | 'kind' | 'empty', string> = {
  kind: 'The file is no text, HTML, DOCX or PDF.',
  empty: 'The document has no text; a picture of a text cannot be imported.',
  encrypted: 'The document is protected by a password; remove it first.',
  too_large: 'The document is too large when it is unpacked.',
  damaged: 'The document is damaged, or too large to be read in time.',
};

function refuse(reason: keyof typeof MESSAGES): never {
  return fail('FILE_UNREADABLE', MESSAGES[reason], { details: { reason } });
}
