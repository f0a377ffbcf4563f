// The model of call templates.
import { RecordModel } from '../../db/record-model.ts';

export interface TemplateSection {
  title: string;
  prompt: string | null;
  questions: string[];
}

export class CallTemplate extends RecordModel {
  static override tableName = 'call_templates';
  static override entity = 'call_templates';
  static override jsonAttributes = [...RecordModel.jsonAttributes, 'sections'];

  declare name: string;
  declare purpose: 'discovery' | 'demo' | 'renewal' | 'support' | 'survey' | 'other';
  declare description: string | null;
  declare sections: TemplateSection[];
  declare revision: number;
}
