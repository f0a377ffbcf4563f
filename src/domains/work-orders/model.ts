// The models of work orders and their deliveries.
import type { ActorRecord } from '../../access/principal.ts';
import { TenantModel } from '../../db/record-model.ts';
import { CommercialDocument } from '../documents/document.ts';
import type { PostalAddress } from '../tenants/commercial.ts';

export class WorkOrder extends CommercialDocument {
  static override tableName = 'work_orders';
  static override entity = 'work_orders';

  declare scheduledStart: Date | null;
  declare scheduledEnd: Date | null;
  declare assigneeIds: string[];
  declare siteAddress: PostalAddress | null;
  declare signOff: { name: string; at: string; envelopeId: string | null } | null;
  declare signOffRequired: boolean;
  declare completedAt: Date | null;
  declare billingStatus: 'not_billable' | 'unbilled' | 'partially_billed' | 'billed';
}

/** Quantities that were delivered at once; never changed. */
export class WorkOrderDelivery extends TenantModel {
  static override tableName = 'work_order_deliveries';
  static override jsonAttributes = ['lines', 'createdBy'];

  declare workOrderId: string;
  declare deliveredOn: string;
  declare note: string | null;
  declare lines: { lineId: string; quantity: string }[];
  declare createdBy: ActorRecord;
}
