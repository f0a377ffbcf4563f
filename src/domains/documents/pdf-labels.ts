// The words on PDFs, by language; documents in other languages have English ones.

export interface Labels {
  titles: { quote: string; work_order: string; invoice: string; credit_note: string };
  draft: string;
  watermark: string;
  issueDate: string;
  dueDate: string;
  supplyDate: string;
  validUntil: string;
  scheduled: string;
  site: string;
  credited: string;
  reason: string;
  reference: string;
  poNumber: string;
  description: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  subtotal: string;
  discount: string;
  net: string;
  rounding: string;
  total: string;
  of: string;
  optional: string;
  bank: string;
  signOff: string;
  page: string;
}

const EN: Labels = {
  titles: { quote: 'Quote', work_order: 'Work order', invoice: 'Invoice', credit_note: 'Credit note' },
  draft: 'Draft',
  watermark: 'DRAFT',
  issueDate: 'Date',
  dueDate: 'Due',
  supplyDate: 'Supplied',
  validUntil: 'Valid until',
  scheduled: 'Scheduled',
  site: 'Site',
  credited: 'Credits invoice',
  reason: 'Reason',
  reference: 'Reference',
  poNumber: 'Order number',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Price',
  amount: 'Amount',
  subtotal: 'Subtotal',
  discount: 'Discount',
  net: 'Net',
  rounding: 'Rounding',
  total: 'Total',
  of: 'of',
  optional: 'optional',
  bank: 'Bank',
  signOff: 'Signed off by',
  page: 'Page',
};

const DE: Labels = {
  titles: { quote: 'Angebot', work_order: 'Auftrag', invoice: 'Rechnung', credit_note: 'Gutschrift' },
  draft: 'Entwurf',
  watermark: 'ENTWURF',
  issueDate: 'Datum',
  dueDate: 'Fällig',
  supplyDate: 'Leistungsdatum',
  validUntil: 'Gültig bis',
  scheduled: 'Termin',
  site: 'Einsatzort',
  credited: 'Zu Rechnung',
  reason: 'Grund',
  reference: 'Referenz',
  poNumber: 'Bestellnummer',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Preis',
  amount: 'Betrag',
  subtotal: 'Zwischensumme',
  discount: 'Rabatt',
  net: 'Netto',
  rounding: 'Rundung',
  total: 'Gesamtbetrag',
  of: 'von',
  optional: 'optional',
  bank: 'Bank',
  signOff: 'Abgenommen von',
  page: 'Seite',
};

const SV: Labels = {
  titles: { quote: 'Offert', work_order: 'Arbetsorder', invoice: 'Faktura', credit_note: 'Kreditfaktura' },
  draft: 'Utkast',
  watermark: 'UTKAST',
  issueDate: 'Datum',
  dueDate: 'Förfaller',
  supplyDate: 'Leveransdatum',
  validUntil: 'Giltig till',
  scheduled: 'Planerad',
  site: 'Plats',
  credited: 'Avser faktura',
  reason: 'Orsak',
  reference: 'Referens',
  poNumber: 'Ordernummer',
  description: 'Beskrivning',
  quantity: 'Antal',
  unitPrice: 'Pris',
  amount: 'Belopp',
  subtotal: 'Delsumma',
  discount: 'Rabatt',
  net: 'Netto',
  rounding: 'Avrundning',
  total: 'Summa',
  of: 'av',
  optional: 'tillval',
  bank: 'Bank',
  signOff: 'Godkänd av',
  page: 'Sida',
};

const BY_LANGUAGE: Record<string, Labels> = { de: DE, sv: SV };

/** Returns the words for a locale. */
export function labelsOf(locale: string): Labels {
  return BY_LANGUAGE[locale.split('-')[0]!.toLowerCase()] ?? EN;
}
