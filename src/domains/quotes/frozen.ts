// What of a quote is frozen when it is sent: the content that the hash of the document stands for.
import type { DocumentLine } from '../documents/document.ts';
import type { Quote } from './model.ts';

/** Returns what the client is shown, as it is hashed. */
export function frozenContent(quote: Quote, lines: readonly DocumentLine[], parties: object): object {
  const { number, revision, currency, issueDate, validUntil, terms, notes, reference, poNumber } = quote;
  const {
    subtotal,
    discountTotal,
    netTotal,
    taxTotal,
    roundingAdjustment,
    total,
    taxGroups,
    pricesIncludeTax,
  } = quote;
  return {
    ...{
      number,
      revision,
      currency,
      issueDate,
      validUntil,
      terms,
      notes,
      reference,
      poNumber,
      pricesIncludeTax,
      taxGroups,
    },
    ...{ subtotal, discountTotal, netTotal, taxTotal, roundingAdjustment, total },
    ...parties,
    lines: lines.map(
      ({
        id,
        position,
        kind,
        description,
        sku,
        quantity,
        unit,
        unitPrice,
        minutes,
        discount,
        taxes,
        gross,
        net,
        discountShare,
        optional,
        selected,
      }) => ({
        ...{ id, position, kind, description, sku, quantity, unit, unitPrice, minutes, discount, taxes },
        ...{ gross, net, discountShare, optional, selected },
      }),
    ),
  };
}
