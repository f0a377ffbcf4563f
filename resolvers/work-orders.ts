// Resolvers of work orders.
import { conversionsOf } from '../src/domains/documents/conversion-list.ts';
import { documentPdf } from '../src/domains/documents/pdf-files.ts';
import { storedLines } from '../src/domains/documents/store.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { convertWorkOrder } from '../src/domains/work-orders/convert.ts';
import {
  deliveriesOfWorkOrder,
  workOrdersOfCompany,
  workOrdersOfContact,
  workOrdersOfDeal,
  workOrdersOfProject,
} from '../src/domains/work-orders/kind.ts';
import type { WorkOrder } from '../src/domains/work-orders/model.ts';
import { changeStatus, recordDelivery } from '../src/domains/work-orders/progress.ts';
import {
  createWorkOrder,
  deleteWorkOrder,
  getWorkOrder,
  listWorkOrders,
  updateWorkOrder,
} from '../src/domains/work-orders/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import { documentFields } from './documents.ts';
import type { Resolvers } from './generated.ts';

export const workOrders: Resolvers = {
  Query: {
    workOrder: (_, { id }, ctx, info) => getWorkOrder(ctx, id, lookahead(info, 'work_orders')),
    workOrders: async (_, args, ctx, info) =>
      listWorkOrders(ctx, await applySavedView(ctx, 'work_orders', args), lookahead(info, 'work_orders')),
    workOrderPdf: async (_, { id }, ctx) =>
      documentPdf(
        ctx,
        await getWorkOrder(ctx, id),
        await storedLines(ctx, 'workOrderId', id),
        'work_order',
        false,
      ),
  },
  Mutation: {
    createWorkOrder: (_, { input, dryRun }, ctx) => createWorkOrder(ctx, input as never, dryRun ?? false),
    updateWorkOrder: (_, { id, input, expectedVersion }, ctx) =>
      updateWorkOrder(ctx, id, input as never, expectedVersion),
    deleteWorkOrder: (_, { id, expectedVersion }, ctx) => deleteWorkOrder(ctx, id, expectedVersion),
    changeWorkOrderStatus: (_, { id, input, expectedVersion }, ctx) =>
      changeStatus(ctx, id, input as never, expectedVersion),
    recordWorkOrderDelivery: (_, { id, input, expectedVersion }, ctx) =>
      recordDelivery(ctx, id, input as never, expectedVersion),
    convertWorkOrder: (_, { id, input, dryRun, expectedVersion }, ctx) =>
      convertWorkOrder(ctx, id, (input ?? {}) as never, dryRun ?? false, expectedVersion),
  },
  WorkOrder: {
    ...documentFields('workOrderId'),
    deliveries: related(deliveriesOfWorkOrder),
    conversions: computed<WorkOrder>(['id'], ({ id }, ctx) => conversionsOf(ctx, 'work_order_id', id)),
    signOff: computed<WorkOrder>(
      ['signOff'],
      ({ signOff }) => signOff && { ...signOff, at: new Date(signOff.at) },
    ),
  },
  Company: { workOrders: related(workOrdersOfCompany) },
  Contact: { workOrders: related(workOrdersOfContact) },
  Deal: { workOrders: related(workOrdersOfDeal) },
  Project: { workOrders: related(workOrdersOfProject) },
};
