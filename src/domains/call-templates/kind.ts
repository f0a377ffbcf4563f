// Declares the kind of record `call_template`.
import { recordKind } from '../records/kind.ts';
import { CallTemplate } from './model.ts';

export const callTemplateKind = recordKind<CallTemplate>({
  model: CallTemplate,
  links: () => [],
  search: { subtitle: 'r.purpose', texts: { name: 'r.name' } },
});
