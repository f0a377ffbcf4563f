// The models of content: drafts with their media, and imported sources. Each belongs to one person.
import { RecordModel, TenantModel } from '../../db/record-model.ts';
import type { Format, Variant } from './rules.ts';

/** A link that the texts of all channels share. */
export interface SharedLink {
  url: string;
  label: string | null;
}

export class ContentDraft extends RecordModel {
  static override tableName = 'content_drafts';
  static override entity = 'content';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'variants', 'links'];
  // A deleted draft is removed from the table, so every row is live.
  static override live = RecordModel.of as typeof RecordModel.live;

  declare ownerUserId: string;
  declare title: string;
  declare source: string;
  declare channels: Format[];
  declare variants: Variant[];
  declare links: SharedLink[];
  declare numbering: boolean;
  declare importId: string | null;
}

export class ContentImport extends TenantModel {
  static override tableName = 'content_imports';

  declare ownerUserId: string;
  declare kind: 'text' | 'markdown' | 'html' | 'docx' | 'pdf-text';
  declare title: string | null;
  declare content: string;
  /** Whether the document had more text than a source can have. */
  declare isCut: boolean;
  declare sourceUrl: string | null;
  declare sha256: string;
}

export class ContentMedia extends TenantModel {
  static override tableName = 'content_media';

  declare draftId: string;
  declare fileId: string;
  declare altText: string | null;
}
