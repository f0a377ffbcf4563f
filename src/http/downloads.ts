// Downloads of the files that jobs created; the signed link names the file and is the permission to read it.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** Opens a link: returns the file's description and its parts in order. @throws ServiceError NOT_FOUND, GONE */
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
