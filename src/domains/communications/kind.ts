// Declares the kind of record `communication`.
import { linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { ofContact } from './filters.ts';
import { Communication } from './model.ts';

const addresses = `(select string_agg(concat_ws(' ', p.address, p.name), ' ') from communication_participants p
  where p.tenant_id = r.tenant_id and p.communication_id = r.id)`;

/** Its line on timelines is an activity of its own (timeline.ts), so its events have no links. */
export const communicationKind = recordKind<Communication>({
  model: Communication,
  links: () => [],
  withheld: ['bodyText', 'bodyHtml', 'snippet'],
  filters: {
    companyId: linkFilter('communications.company_id', 'companies'),
    dealId: linkFilter('communications.deal_id', 'deals'),
    contactId: ofContact(
      'select from communication_contacts k where k.tenant_id = communications.tenant_id and k.communication_id = communications.id',
    ),
  },
  search: {
    subtitle: 'r.snippet',
    texts: { subject: 'r.search_title', body: 'r.body_text', address: addresses },
  },
});
