// Global search of contacts. Governed fields are never searched (crm.md section 5).
import type { SearchDeclaration } from '../records/kind.ts';
import { normalizeEmail } from './rules.ts';

export const contactSearch: SearchDeclaration = {
  subtitle: "concat_ws(', ', r.title, r.email)",
  exact: [
    {
      field: 'email',
      read: (text) => (text.includes('@') ? normalizeEmail(text, 'q').value : undefined),
      find: "select contact_id as id from contact_methods where tenant_id = $1 and kind = 'email' and value = ? and live",
    },
  ],
  texts: {
    name: "concat_ws(' ', r.display_name, r.middle_name)",
    title: 'r.title',
    email: methodsOf("= 'email'"),
    phone: methodsOf("= 'phone'"),
    profile: methodsOf("= 'profile'"),
  },
  related: { companyId: 'Company' },
};

function methodsOf(kind: string): string {
  return `(select string_agg(m.value, ' ') from contact_methods m
    where m.tenant_id = r.tenant_id and m.contact_id = r.id and m.kind ${kind})`;
}
