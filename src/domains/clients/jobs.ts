// Work that clients leave to the queue.
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { AT_ONCE, associateContacts } from './contacts.ts';

/** Associates the contacts of a client's domains, in transactions of a thousand. */
async function associateDomainContacts(
  { services, tenantId, signal }: JobContext,
  { companyId }: { companyId: string },
): Promise<void> {
  for (let added = AT_ONCE; added === AT_ONCE && !signal.aborted; ) {
    added = await services.database.write({ tenantId }, (tx) =>
      associateContacts({ tx, tenantId, now: services.clock.now() }, companyId),
    );
  }
}

export const clients: Record<string, JobHandler> = { associate_domain_contacts: associateDomainContacts };
