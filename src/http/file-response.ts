// Responses with the bytes of a file: headers, ranges and conditions (RFC 9110 sections 13 and 14).
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnown, requestedRange } from '../files/conditions.ts';
import type { Files, StoredFile } from '../files/files.ts';
import { isInlineType } from '../files/media-type.ts';
import { contentDisposition } from '../files/names.ts';

/** Nothing in a file may run; PDF viewers do not work in a sandbox. */
const NO_SCRIPTS = "default-src 'none'";

/** Sends a file, or the requested range of it. */
export function sendFile(
  files: Files,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    disposition = 'attachment',
    name = file.name,
    isTransient = false,
  }: { disposition?: 'attachment' | 'inline'; name?: string; isTransient?: boolean } = {},
): FastifyReply {
  const { mime, bytes, sha256 } = file;
  const isInline = disposition === 'inline' && isInlineType(mime);
  reply.headers({
    ...(!isTransient && { etag: `"${sha256}"` }),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': mime === 'application/pdf' ? NO_SCRIPTS : `${NO_SCRIPTS}; sandbox`,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', name),
  });
  if (!isTransient && isKnown(file, request.headers)) return reply.code(304).send();
  const part = requestedRange(file, request.headers);
  if (part === null) return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const { start, end } = part ?? { start: 0, end: bytes };
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`);
  reply.header('content-length', end - start).type(mime.startsWith('text/') ? withCharset(mime) : mime);
  return reply.send(Readable.from(files.read(file, start, end), { objectMode: false }));
}

function withCharset(mime: string): string {
  return mime.includes('charset') ? mime : `${mime}; charset=utf-8`;
}
