// Models of saved views and their shares.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { ViewFilter } from '../../lists/clauses.ts';
import type { Layout, ShareAccess, Visibility } from './rules.ts';

export class SavedView extends RecordModel {
  static override tableName = 'saved_views';
  static override entity = 'saved_views';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'filter'];
  // Deleted views are removed from the table: only their own shares and defaults reference them.
  static override live = RecordModel.of as typeof RecordModel.live;

  declare entity: string;
  declare name: string;
  declare ownerUserId: string;
  declare visibility: Visibility;
  declare filter: ViewFilter | null;
  declare sort: string[];
  declare columns: string[];
  declare groupBy: string | null;
  declare layout: Layout;
  declare rowsPerPage: number | null;
  declare position: number;
}

/** A share of a view with a user or with everybody who has a role. */
export class SavedViewShare extends TenantModel {
  static override tableName = 'saved_view_shares';

  declare viewId: string;
  declare userId: string | null;
  declare roleId: string | null;
  declare access: ShareAccess;
}
