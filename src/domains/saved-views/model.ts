// The tables of saved views as classes.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { Layout, ShareAccess, ViewFilter, Visibility } from './rules.ts';

export class SavedView extends RecordModel {
  static override tableName = 'saved_views';
  static override entity = 'saved_views';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'filter'];
  // A view goes for good: nothing but its own shares and defaults refers to it.
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

/** One that a view is shared with: a person, or everybody of a role. */
export class SavedViewShare extends TenantModel {
  static override tableName = 'saved_view_shares';

  declare viewId: string;
  declare userId: string | null;
  declare roleId: string | null;
  declare access: ShareAccess;
}
