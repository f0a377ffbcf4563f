// Files that jobs made: the link is the permission, and says what the file is.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** How a link is opened: what the file is, and its parts one after the other. @throws ServiceError NOT_FOUND, GONE */
export type OpenDownload = (
  services: Services,
  ticket: string,
) => { file: { name: string; type: string; bytes: number }; parts: AsyncIterable<string> };

/** Mounts GET /downloads/{ticket}. */
export function mountDownloads(app: FastifyInstance, services: Services, open: OpenDownload): void {
  app.get<{ Params: { ticket: string } }>('/downloads/:ticket', async (request, reply) => {
    const { file, parts } = open(services, request.params.ticket);
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-length', file.bytes)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type(file.type)
      .send(Readable.from(parts, { objectMode: false }));
  });
}
