// Global search of deals.
import type { Searchable } from '../search/searchable.ts';
import { dealById } from './loaders.ts';
import { Deal } from './model.ts';

export const dealSearch: Searchable = {
  entity: 'deal',
  model: Deal,
  title: 'r.name',
  // Without the company, whose name must not be revealed to people who may read only deals.
  subtitle: `(select s.label from deal_stages s
    where s.tenant_id = r.tenant_id and s.pipeline_id = r.pipeline_id and s.key = r.stage)`,
  exact: [],
  texts: { name: 'r.name', next_step: 'r.next_step' },
  type: 'Deal',
  load: dealById,
};
