// Declares the kind of record `work_order`.
import { linkFilter } from '../../lists/filters.ts';
import type { Filters } from '../../lists/listing.ts';
import { allOf, listOf } from '../../lists/loaders.ts';
import { documentLinks } from '../documents/store.ts';
import { recordKind } from '../records/kind.ts';
import { WorkOrder, WorkOrderDelivery } from './model.ts';

/** Filters by the people who do the work. */
const byAssignee: Filters[string] = (query, conditions) => {
  for (const [operator, value] of Object.entries(conditions)) {
    if (value === null || value === undefined) continue;
    if (operator === 'isNull') query.whereRaw(`${value ? '' : 'not '}work_orders.assignee_ids = '{}'`);
    else {
      const not = operator === 'neq' || operator === 'nin' ? 'not ' : '';
      query.whereRaw(`${not}work_orders.assignee_ids && ?::uuid[]`, [[value].flat()]);
    }
  }
};

export const workOrderKind = recordKind<WorkOrder>({
  model: WorkOrder,
  links: (order) => documentLinks('work_order', order),
  withheld: ['internalNotes', 'words', 'buyer', 'buyerInput'],
  filters: { assigneeId: byAssignee, companyId: linkFilter('work_orders.company_id', 'companies') },
  search: {
    subtitle: 'r.reference',
    texts: { number: 'r.number', reference: 'r.reference', po_number: 'r.po_number', words: 'r.words' },
  },
});

const listing = workOrderKind.listing;
export const workOrderById = workOrderKind.byId;
export const workOrdersOfCompany = listOf<WorkOrder>('work_orders.company', {
  listing,
  parent: 'work_orders.company_id',
});
export const workOrdersOfContact = listOf<WorkOrder>('work_orders.contact', {
  listing,
  parent: 'work_orders.contact_id',
});
export const workOrdersOfDeal = listOf<WorkOrder>('work_orders.deal', {
  listing,
  parent: 'work_orders.deal_id',
});
export const workOrdersOfProject = listOf<WorkOrder>('work_orders.project', {
  listing,
  parent: 'work_orders.project_id',
});
export const deliveriesOfWorkOrder = allOf<WorkOrderDelivery>(
  WorkOrderDelivery,
  'workOrderId',
  'work_order_id',
);
