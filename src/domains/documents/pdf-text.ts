// Which texts a PDF can have: those in scripts from left to right whose letters are in the embedded fonts.
import { type FieldFault, ServiceError } from '../../errors.ts';
import { snakeCase } from '../../naming.ts';
import { isPrintable } from '../fonts.ts';
import type { DocumentLine } from './document.ts';
import { printed } from './pdf-layout.ts';

const SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\s]*$/u;

/** What of a document is printed as it was written. */
export interface PrintedTexts {
  seller: object | null;
  buyer: object | null;
  document: object;
  lines: readonly DocumentLine[];
}

/** The members of a document that are printed as they were written. */
const MEMBERS = ['terms', 'notes', 'reference', 'poNumber', 'creditReason', 'siteAddress'] as const;

/** Returns the texts of a document that a PDF cannot show. */
export function unprintable({ seller, buyer, document, lines }: PrintedTexts): FieldFault[] {
  return [
    ...faultsIn(seller, 'seller'),
    ...faultsIn(buyer, 'buyer'),
    ...MEMBERS.flatMap((name) => faultsIn(document[name as never], snakeCase(name))),
    ...lines.flatMap(({ description, sku, unit, taxes }, index) =>
      faultsIn({ description, sku, unit, taxes }, `lines[${index}]`),
    ),
  ];
}

/** Throws for text that a PDF cannot show. @throws VALIDATION_ERROR script, with the path of each text */
export function assertPrintable(texts: PrintedTexts): void {
  const fields = unprintable(texts);
  if (fields.length === 0) return;
  throw new ServiceError(
    'VALIDATION_ERROR',
    'A PDF has Latin, Greek and Cyrillic letters only; the document has other characters.',
    { fields },
  );
}

/** Finds the texts in a value, also in objects and lists, that cannot be printed. */
function faultsIn(value: unknown, path: string): FieldFault[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => faultsIn(one, `${path}[${index}]`));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => faultsIn(one, `${path}.${snakeCase(name)}`));
  if (typeof value !== 'string' || isShowable(value)) return [];
  return [{ path, rule: 'script', message: 'Write it in Latin, Greek or Cyrillic letters.' }];
}

function isShowable(text: string): boolean {
  const line = printed(text).replaceAll('\n', ' ');
  return SCRIPTS.test(line) && isPrintable(line, 'text') && isPrintable(line, 'bold');
}
