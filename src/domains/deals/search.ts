// How deals take part in global search.
import type { SearchDeclaration } from '../records/kind.ts';

export const dealSearch: SearchDeclaration = {
  // Not its company: who may read deals alone must not learn that name here.
  subtitle: `(select s.label from deal_stages s
    where s.tenant_id = r.tenant_id and s.pipeline_id = r.pipeline_id and s.key = r.stage)`,
  texts: { name: 'r.name', next_step: 'r.next_step' },
  related: { companyId: 'Company' },
};
