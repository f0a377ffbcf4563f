// The parts into which a quote is converted.
import type { TakenLine } from '../documents/conversion-parts.ts';
import type { DocumentConversion, DocumentLine } from '../documents/document.ts';
import type { LineInput } from '../documents/line-input.ts';
import type { Quote } from './model.ts';

export interface ConvertInput {
  target: 'work_order' | 'invoice';
  mode?: 'all' | 'lines' | 'percent' | null;
  lines?: { lineId: string; quantity: string }[] | null;
  percent?: string | null;
}

/** What a conversion takes of a quote: the lines of the draft, and what is stored of it. */
export interface Part {
  mode: DocumentConversion['mode'];
  percent: string | null;
  kind: 'standard' | 'deposit' | 'progress' | 'final';
  input: LineInput[];
  taken: TakenLine[];
  discount: Quote['discount'];
}

/** Returns the line of a draft for a whole line of the quote. */
export function wholeLine(line: DocumentLine): LineInput {
  const { kind, description, sku, quantity, unit, unitPrice, minutes, discount, taxes, id } = line;
  if (kind !== 'item') return { kind, description, sourceLineId: id };
  const amount = minutes === null ? { quantity } : { minutes };
  return { kind, description, sku, unit, unitPrice, discount, taxes, sourceLineId: id, ...amount };
}
