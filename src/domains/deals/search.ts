// How deals take part in global search.
import type { Searchable } from '../search/searchable.ts';
import { dealById } from './loaders.ts';
import { Deal } from './model.ts';

export const dealSearch: Searchable = {
  entity: 'deal',
  model: Deal,
  title: 'r.name',
  subtitle: `(select concat_ws(', ', c.name, s.label) from deal_stages s
    left join companies c on c.tenant_id = r.tenant_id and c.id = r.company_id
    where s.tenant_id = r.tenant_id and s.pipeline_id = r.pipeline_id and s.key = r.stage)`,
  exact: [],
  texts: { name: 'r.name', next_step: 'r.next_step' },
  type: 'Deal',
  load: dealById,
};
