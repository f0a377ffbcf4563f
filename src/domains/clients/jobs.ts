// Background jobs of clients.
import type { JobContext, JobHandler } from '../../jobs/job.ts';
import { associateContacts, MAX_CONTACTS_PER_CALL } from './contacts.ts';

/** Associates all contacts of a client's email domains, a thousand per transaction. */
async function associateDomainContacts(
  { services, tenantId, signal }: JobContext,
  { companyId }: { companyId: string },
): Promise<void> {
  for (let added = MAX_CONTACTS_PER_CALL; added === MAX_CONTACTS_PER_CALL && !signal.aborted; ) {
    added = await services.database.write({ tenantId }, (tx) =>
      associateContacts({ tx, tenantId, now: services.clock.now() }, companyId),
    );
  }
}

export const clients: Record<string, JobHandler> = { associate_domain_contacts: associateDomainContacts };
