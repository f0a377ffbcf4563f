// Clients: companies that hold a client number, as delivery sees them.
import type { ActorRecord } from '../../access/principal.ts';
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { ClientStatus } from './rules.ts';

/** A row of companies. Whether it is a client, its number says; queries ask for it. */
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

/** A step in the life of a client; the database writes it down with the change itself. */
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
