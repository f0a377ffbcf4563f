// Declares the kind of record `contact`.

import type { Link } from '../../events/emit.ts';
import { linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import { through } from './filters.ts';
import { Contact } from './model.ts';
import { contactSearch } from './search.ts';

export const contactKind = recordKind<Contact>({
  model: Contact,
  filters: {
    email: through('contact_methods', 'value', `and t.kind = 'email'`),
    associatedCompanyId: through('contact_companies', 'company_id', ''),
    companyId: linkFilter('contacts.company_id', 'companies'),
  },
  search: contactSearch,
  links: ({ id, companyId }): Link[] => [
    { entity: 'contact', id },
    ...(companyId ? [{ entity: 'company' as const, id: companyId }] : []),
  ],
});
