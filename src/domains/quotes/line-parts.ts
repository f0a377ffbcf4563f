// The part of a conversion that takes quantities of lines: those that are wanted, or all that is left.
import {
  discountPart,
  failOver,
  linePart,
  readWanted,
  type TakenLine,
} from '../documents/conversion-parts.ts';
import type { DocumentConversion, DocumentLine } from '../documents/document.ts';
import { plainDecimal, scaled } from '../documents/exact.ts';
import type { LineInput } from '../documents/line-input.ts';
import { counts, QUANTITY_SCALE } from '../documents/totals.ts';
import type { Quote } from './model.ts';
import { type ConvertInput, type Part, wholeLine } from './parts.ts';

/** A line of the draft, and what it takes of a line of the quote. */
interface TakenPart {
  input: LineInput;
  taken?: TakenLine | undefined;
}

/** Returns the part of quantities. @throws OVER_CONVERSION, VALIDATION_ERROR exists, unique, decimal_format, range */
export function linesPart(
  quote: Quote,
  lines: readonly DocumentLine[],
  earlier: readonly DocumentConversion[],
  mode: 'all' | 'lines',
  wanted: ConvertInput['lines'],
): Part {
  const left = new Map(
    lines
      .filter(counts)
      .map((line) => [
        line.id,
        scaled(plainDecimal(line.quantity!), QUANTITY_SCALE) - takenOf(line.id, earlier),
      ]),
  );
  const chosen = mode === 'lines' && wanted ? readWanted(wanted, left) : left;
  if ([...chosen.values()].every((quantity) => quantity <= 0n)) failOver({ lines: [] });
  const isLast = [...left].every(([id, quantity]) => (chosen.get(id) ?? 0n) >= quantity);
  const parts = lines.flatMap((line): TakenPart[] => {
    if (line.kind !== 'item')
      return earlier.length === 0 && mode === 'all' ? [{ input: wholeLine(line) }] : [];
    const quantity = chosen.get(line.id) ?? 0n;
    return quantity > 0n ? [linePart(line, quantity, left.get(line.id)!, earlier)] : [];
  });
  return {
    mode,
    percent: null,
    kind: 'standard',
    input: parts.map(({ input }) => input),
    taken: parts.flatMap(({ taken }) => taken ?? []),
    discount: discountPart(
      quote,
      parts.flatMap(({ taken }) => taken ?? []),
      lines,
      earlier,
      isLast,
    ),
  };
}

function takenOf(lineId: string, earlier: readonly DocumentConversion[]): bigint {
  return earlier
    .flatMap(({ lines }) => lines)
    .filter((part) => part.lineId === lineId)
    .reduce((total, { quantity }) => total + scaled(plainDecimal(quantity), QUANTITY_SCALE), 0n);
}
