// Contacts as a kind of record.
import type { Link } from '../../events/emit.ts';
import { recordKind } from '../records/kind.ts';
import { Contact } from './model.ts';

export const contactKind = recordKind<Contact>({
  model: Contact,
  links: ({ id, companyId }): Link[] => [
    { entity: 'contact', id },
    ...(companyId ? [{ entity: 'company' as const, id: companyId }] : []),
  ],
});
