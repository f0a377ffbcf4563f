// Signed addresses of files: GET /files/{ticket}, and /downloads/{ticket} for what jobs produced.
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors.ts';
import type { StoredFile } from '../files/files.ts';
import { type Guard, openTicket } from '../files/tickets.ts';
import type { Services } from '../services.ts';
import { sendFile } from './file-response.ts';

/** Opens the link of a job's file. @throws ServiceError NOT_FOUND, GONE */
export type OpenDownload = (services: Services, ticket: string) => Promise<StoredFile>;

/** Returns whether the condition of an address still holds for a file. */
export type GuardCheck = (services: Services, file: StoredFile, guard: Guard) => Promise<boolean>;

/** Mounts the addresses of files. @param guards who checks the conditions of addresses, by their kind */
export function mountFiles(
  app: FastifyInstance,
  services: Services,
  openDownload: OpenDownload,
  guards: Record<string, GuardCheck>,
): void {
  app.get<{ Params: { ticket: string } }>('/downloads/:ticket', async (request, reply) => {
    const file = await openDownload(services, request.params.ticket);
    return sendFile(services.files, file, request, reply);
  });
  app.get<{ Params: { ticket: string } }>(
    '/files/:ticket',
    { config: { entry: { link: true } } },
    async (request, reply) => {
      const ticket = openTicket(services, request.params.ticket);
      const file = await services.files.find({ tenantId: ticket.tenantId, id: ticket.fileId });
      const isAllowed =
        file && (!ticket.guard || (await guards[ticket.guard.kind]!(services, file, ticket.guard)));
      if (!isAllowed) fail('NOT_FOUND', 'There is no such file.');
      return sendFile(services.files, file, request, reply, ticket);
    },
  );
}
