// The head of a document as PDF: logo, seller, facts, buyer and title.
import type { PostalAddress } from '../tenants/commercial.ts';
import type { PdfInput } from './pdf-input.ts';
import type { Labels } from './pdf-labels.ts';
import { MARGIN, type Pdf, printed, tag, WIDTH } from './pdf-layout.ts';

const LOGO = { width: 170, height: 48 };
/** The buyer stands where windows of envelopes show it, unless the seller takes more room. */
const BUYER_TOP = 150;
const TITLE_TOP = 240;
const HALF = WIDTH / 2 - 10;

interface HeadTexts {
  title: string;
  labels: Labels;
  locale: string;
}

/** Draws the head; what follows begins below it. */
export function drawHead(pdf: Pdf, input: PdfInput, { title, labels, locale }: HeadTexts): void {
  const left = drawSeller(pdf, input, locale);
  const facts = factsOf(input, labels, locale);
  tag(pdf, 'P', () =>
    pdf
      .font('regular')
      .fontSize(8)
      .text(
        facts.map(([label, value]) => `${label}: ${printed(value)}`).join('\n'),
        MARGIN + WIDTH / 2,
        MARGIN,
        {
          width: WIDTH / 2,
          align: 'right',
        },
      ),
  );
  const right = pdf.y;
  const { buyer } = input;
  tag(pdf, 'P', () =>
    pdf
      .fontSize(10)
      .text(
        linesOf([buyer?.name, addressOf(buyer?.address, locale), buyer?.taxId]),
        MARGIN,
        Math.max(BUYER_TOP, left + 16),
        {
          width: HALF,
        },
      ),
  );
  tag(pdf, 'H1', () =>
    pdf
      .font('bold')
      .fontSize(16)
      .text(title, MARGIN, Math.max(pdf.y + 24, right + 24, TITLE_TOP), { width: WIDTH }),
  );
  if (input.isDraft) tag(pdf, 'P', () => pdf.fontSize(10).text(labels.draft));
  pdf.moveDown(0.6);
}

/** Draws logo and seller. @returns where they end */
function drawSeller(pdf: Pdf, { seller, logo }: PdfInput, locale: string): number {
  pdf.y = MARGIN;
  if (logo) {
    const alt = seller?.name ?? '';
    tag(pdf, 'Figure', () => pdf.image(logo, MARGIN, MARGIN, { fit: [LOGO.width, LOGO.height] }), { alt });
    pdf.y = MARGIN + LOGO.height + 8;
  }
  const name = printed(seller?.legalName ?? seller?.name ?? '');
  tag(pdf, 'P', () => pdf.font('bold').fontSize(11).text(name, MARGIN, pdf.y, { width: HALF }));
  const details = [
    addressOf(seller?.address, locale),
    ...[seller?.taxId, seller?.registrationNumber, seller?.email, seller?.phone, seller?.website],
  ];
  tag(pdf, 'P', () => pdf.font('regular').fontSize(8).text(linesOf(details), MARGIN, pdf.y, { width: HALF }));
  return pdf.y;
}

function addressOf(address: PostalAddress | null | undefined, locale: string): string {
  const { line1, line2, postalCode, city, region, country } = address ?? {};
  const place = [postalCode, city].filter(Boolean).join(' ');
  return linesOf([line1, line2, place, region, country && countryName(country, locale)]);
}

/** Returns the name of a country in a language; the code of one that is not known. */
function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts
    .filter((text) => !!text)
    .map((text) => printed(text!))
    .join('\n');
}

/** Returns the facts of a document with their labels, those that it has. */
function factsOf({ document, profile, creditedNumber }: PdfInput, labels: Labels, locale: string) {
  const { issueDate, dueDate, supplyDate, validUntil, reference, poNumber, creditReason } =
    document as unknown as Record<string, string | null>;
  const { scheduledStart, scheduledEnd, siteAddress } = document as unknown as {
    scheduledStart?: Date | null;
    scheduledEnd?: Date | null;
    siteAddress?: PostalAddress | null;
  };
  const time = (at: Date | null | undefined) => at && timeIn(at, profile.timeZone);
  const facts: [string, string | null | undefined][] = [
    [labels.issueDate, issueDate],
    [labels.dueDate, dueDate],
    [labels.supplyDate, supplyDate],
    [labels.validUntil, validUntil],
    [labels.scheduled, [time(scheduledStart), time(scheduledEnd)].filter(Boolean).join(' – ')],
    [labels.site, siteAddress && addressOf(siteAddress, locale).replaceAll('\n', ', ')],
    [labels.credited, creditedNumber],
    [labels.reason, creditReason],
    [labels.reference, reference],
    [labels.poNumber, poNumber],
  ];
  return facts.filter((fact): fact is [string, string] => !!fact[1]);
}

/** Returns date and minute of a time in a zone, written like the dates of documents. */
function timeIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
}
