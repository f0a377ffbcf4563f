// Declares the kind of record `contact`.

import type { Link } from '../../events/emit.ts';
import { linkFilter } from '../../lists/filters.ts';
import { recordKind } from '../records/kind.ts';
import {
  byAssociatedCompany,
  byConsent,
  byEmail,
  byLastTouch,
  byPhone,
  byRecencyBand,
  loadPhoneCountry,
} from './filters.ts';
import { Contact } from './model.ts';
import { contactSearch } from './search.ts';

export const contactKind = recordKind<Contact>({
  model: Contact,
  filters: {
    email: byEmail,
    phone: byPhone,
    consent: byConsent,
    lastMeaningfulTouchAt: byLastTouch,
    recencyBand: byRecencyBand,
    associatedCompanyId: byAssociatedCompany,
    companyId: linkFilter('contacts.company_id', 'companies'),
  },
  requestFilters: { phone: loadPhoneCountry, lastMeaningfulTouchAt: null, recencyBand: null },
  search: contactSearch,
  links: ({ id, companyId }): Link[] => [
    { entity: 'contact', id },
    ...(companyId ? [{ entity: 'company' as const, id: companyId }] : []),
  ],
});
