// How a client is doing, as far as the caller may know (delivery.md section 1.1).
import { sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { recencyOfCompany } from '../relationships/accounts.ts';
import { projectFigures, receivables, taskFigures, ticketFigures } from './client-figures.ts';
import { type ClientHealth, deliveryOf, engagementOf, healthOf, receivablesOf, supportOf } from './rules.ts';

/** Returns the health of a client, without the components that the caller may not read. */
export async function healthOfClient(ctx: TenantContext, id: string): Promise<ClientHealth> {
  const hidden = sectionRefusal(ctx, { name: 'contacts', list: 'ListContacts', isBuilt: true });
  const [tasks, projects, owed, tickets, recency] = await Promise.all([
    taskFigures(ctx, id),
    projectFigures(ctx, id),
    receivables(ctx, id),
    ticketFigures(ctx, id),
    hidden ? null : recencyOfCompany(ctx, id),
  ]);
  return healthOf([
    ...deliveryOf(tasks, projects),
    ...(owed ? receivablesOf(owed) : []),
    ...(tickets ? supportOf(tickets) : []),
    ...(recency ? engagementOf(recency) : []),
  ]);
}
