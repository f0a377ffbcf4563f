// The tables of contacts as classes.
import { RecordModel } from '../../db/record-model.ts';

export class Contact extends RecordModel {
  static override tableName = 'contacts';
  static override entity = 'contacts';
  static override nameColumn = 'display_name';
}
