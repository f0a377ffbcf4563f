// The input of invoices, and what a document was made of.
import type { DocumentInput } from '../documents/draft.ts';
import type { Invoice } from './model.ts';
import type { TimeGrouping } from './time-lines.ts';

export interface InvoiceInput extends DocumentInput {
  kind?: Invoice['kind'] | null;
  dueDate?: string | null;
  supplyDate?: string | null;
  documentType?: string | null;
  pull?: PullInput | null;
}

/** Adds lines for the work of a project that no invoice bills yet. */
export interface PullInput {
  projectId: string;
  until?: string | null;
  groupBy?: TimeGrouping | null;
  milestones?: boolean | null;
}

/** What a document was made of. */
export interface Source {
  sourceType: string;
  sourceId: string;
}
