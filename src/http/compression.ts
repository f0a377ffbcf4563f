// Compresses large answers. Written by hand, because a package would turn every answer into a stream, small ones too.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Smaller answers fit into few packets, so compressing them gains nothing. */
const MIN_BYTES = 2048;

/** Quality at which brotli takes about as long as gzip; both run outside of the event loop. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

const COMPRESSIBLE = /^(application\/(json|graphql|.*\+json)|text\/)/;

/** Adds compression to every answer that is sent as a whole; streams, such as exports, are sent as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || payload.length < MIN_BYTES || !isCompressible(request, reply)) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = /\bbr\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
      ? 'br'
      : /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
        ? 'gzip'
        : undefined;
    if (!encoding) return payload;
    const zipped =
      encoding === 'br'
        ? await promisify(brotliCompress)(payload, BROTLI)
        : await promisify(gzip)(payload, GZIP);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return zipped;
  });
}

/**
 * Returns whether an answer may be compressed. The length of a compressed answer can betray a secret in it to somebody who
 * makes the victim's browser repeat requests (BREACH). Only routes under /api/auth take a cookie, so only there could
 * another page make such requests.
 */
function isCompressible({ url, method }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || url.startsWith('/api/auth/') || reply.hasHeader('content-encoding')) return false;
  return COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''));
}
