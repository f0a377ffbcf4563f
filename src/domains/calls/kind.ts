// Declares the kind of record `call`.
import { linkFilter } from '../../lists/filters.ts';
import { ofContact } from '../communications/filters.ts';
import { recordKind } from '../records/kind.ts';
import { Call } from './model.ts';

/** Its line on timelines is an activity of its own, so its events have no links. */
export const callKind = recordKind<Call>({
  model: Call,
  links: () => [],
  withheld: ['summary', 'completedWith'],
  filters: {
    companyId: linkFilter('calls.company_id', 'companies'),
    dealId: linkFilter('calls.deal_id', 'deals'),
    contactId: ofContact(
      'select from call_contacts k where k.tenant_id = calls.tenant_id and k.call_id = calls.id',
    ),
  },
  search: { subtitle: 'r.status', texts: { subject: 'r.subject' } },
});
