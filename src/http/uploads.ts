// Files sent as multipart/form-data: streamed into the store, part by part, before their operation runs.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, invalid, ServiceError } from '../errors.ts';
import type { Files, StoredFile } from '../files/files.ts';
import type { Operation } from '../operations/catalogue.ts';
import type { StreamedUpload } from '../operations/context.ts';
import type { JsonSchema } from '../operations/json-schema.ts';
import type { WireObject } from '../operations/wire.ts';
import { overloaded } from './admission-queue.ts';
import { BODY_LIMITS } from './request-body.ts';

/** Uploads that run at a time; each has at most two parts of a file in memory. */
const MAX_UPLOADS = 16;
const MAX_UPLOADS_PER_ADDRESS = 4;
const MAX_FIELDS = 100;
/** Files of an operation that takes several. */
const MAX_FILES = 10;

let running = 0;
const runningByAddress = new Map<string, number>();

/** Accepts multipart bodies, without reading them. */
export function acceptMultipart(app: FastifyInstance): void {
  app.register(multipart, {
    limits: {
      fileSize: Number.MAX_SAFE_INTEGER,
      fieldSize: BODY_LIMITS.bytes,
      fieldNameSize: 200,
      fields: MAX_FIELDS,
      files: MAX_FILES + 1,
      parts: MAX_FIELDS + MAX_FILES + 1,
    },
  });
}

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/** The body of an upload as the JSON form of the same request, and the files that it contained. */
export interface UploadBody {
  body: WireObject;
  uploads: (StreamedUpload & { file: StoredFile })[];
}

/**
 * Reads a multipart body: files go into the store, the other parts become members of the input.
 * @throws VALIDATION_ERROR file, unknown_field, type; PAYLOAD_TOO_LARGE; MALFORMED_REQUEST; OVERLOADED
 */
export async function readUpload(
  files: Files,
  tenantId: string,
  operation: Operation,
  request: FastifyRequest,
): Promise<UploadBody> {
  const release = enter(request.ip);
  const body: WireObject = {};
  const stored: StoredFile[] = [];
  const { wire, maxBytes, isList } = operation.upload!;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== wire || stored.length === (isList ? MAX_FILES : 1))
          throw wrongFiles(operation);
        const file = await files.write({ tenantId, name: part.filename ?? 'file', maxBytes }, part.file);
        stored.push(file);
        if (file.bytes === 0) throw wrongFiles(operation);
      } else {
        const { fieldname: name, value } = part;
        if (name in body) throw invalid(name, 'type', `Send ${name} once.`);
        body[name] = readField(name, value, operation.inputSchema.properties?.[name]);
      }
    }
    if (stored.length === 0) {
      if (!(wire in body) && operation.inputSchema.required?.includes(wire)) throw wrongFiles(operation);
      return { body, uploads: [] };
    }
    const named = stored.map(({ name }) => ({ name, content_base64: '' }));
    body[wire] = isList ? named : named[0];
    return {
      body,
      uploads: stored.map((file) => ({
        ...{ id: file.id, bytes: file.bytes, sha256: file.sha256 },
        isTaken: false,
        file,
      })),
    };
  } catch (error) {
    for (const file of stored) await files.erase(file);
    throw uploadError(error);
  } finally {
    release();
  }
}

/** Erases the streamed files that their operation did not take. */
export async function discardUploads(files: Files, { uploads }: UploadBody): Promise<void> {
  for (const { file, isTaken } of uploads) if (!isTaken) await files.erase(file);
}

/** Counts a running upload. @throws OVERLOADED */
function enter(address: string): () => void {
  const ofAddress = runningByAddress.get(address) ?? 0;
  if (running >= MAX_UPLOADS || ofAddress >= MAX_UPLOADS_PER_ADDRESS) throw overloaded('uploads');
  running += 1;
  runningByAddress.set(address, ofAddress + 1);
  return () => {
    running -= 1;
    const left = runningByAddress.get(address)! - 1;
    if (left) runningByAddress.set(address, left);
    else runningByAddress.delete(address);
  };
}

function wrongFiles({ upload }: Operation): ServiceError {
  const { wire, isList } = upload!;
  return isList
    ? invalid(
        wire,
        'file',
        `Send at most ${MAX_FILES} files with at least one byte each, as parts named ${wire}.`,
      )
    : invalid(wire, 'file', `Send one file with at least one byte, as a part named ${wire}.`);
}

/** Returns the value of a text part: text for members that are texts, JSON for all others. */
function readField(name: string, value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value !== 'string') return value;
  const types = [schema?.type].flat();
  if (!schema || types.includes('string')) return value === '' && types.includes('null') ? null : value;
  try {
    return JSON.parse(value);
  } catch {
    throw invalid(name, 'type', `Send ${name} as JSON in its part.`);
  }
}

/** Converts errors of the multipart parser. */
function uploadError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === 'FST_FILES_LIMIT') return invalid('file', 'file', 'These are too many files.');
  if (code?.startsWith('FST_') || /multipart|boundary|Part terminated|aborted|premature/i.test(message))
    return new ServiceError('MALFORMED_REQUEST', 'The multipart body is not valid or is incomplete.');
  return error;
}

/** @throws UNSUPPORTED_MEDIA_TYPE for a multipart body where none is taken */
export function assertTakesUpload(request: FastifyRequest, takesUpload: boolean): void {
  if (isMultipart(request) && !takesUpload) fail('UNSUPPORTED_MEDIA_TYPE');
}
