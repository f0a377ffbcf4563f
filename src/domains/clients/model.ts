// The models of clients, which are companies with a client number, and of their status history.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { ClientStatus } from './rules.ts';

/** A row of companies. Only its client number makes it a client, so queries must check that it has one. */
export class Client extends RecordModel {
  static override tableName = 'companies';
  static override entity = 'clients';

  declare name: string;
  declare clientId: string | null;
  declare clientStatus: ClientStatus | null;
  declare clientStatusReason: string | null;
  declare companyType: string;
  declare ownerUserId: string | null;
  declare mergedIntoId: string | null;
  declare customFields: Record<string, unknown>;
}

/** A change of a client's status; a database trigger records it. */
export class ClientStatusChange extends TenantModel {
  static override tableName = 'client_status_changes';
  static override idColumn = ['tenant_id', 'company_id', 'seq'];
  static override jsonAttributes = ['changedBy'];

  declare companyId: string;
  declare fromStatus: ClientStatus | null;
  declare toStatus: ClientStatus | null;
  declare reason: string | null;
  declare changedAt: Date;
  declare changedBy: ActorRecord;
}
