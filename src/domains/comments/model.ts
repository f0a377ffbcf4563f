// The models of comments and their files.
import { RecordModel, TenantModel } from '../../db/record-model.ts';

export class Comment extends RecordModel {
  static override tableName = 'comments';
  static override entity = 'comments';

  declare entityType: string;
  declare entityId: string;
  declare parentId: string | null;
  /** Null for a deleted comment. */
  declare body: string | null;
  declare mentions: string[];
  declare resolvedAt: Date | null;
  declare editedAt: Date | null;
}

/** A file of a comment. */
export class CommentFile extends TenantModel {
  static override tableName = 'comment_files';

  declare commentId: string;
  declare fileId: string;
}
