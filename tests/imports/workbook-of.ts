// Writes workbooks whose parts a library would not write so.
import { zipOf } from '../support/zip.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** The items of the part for texts that cells share. */
  texts?: string;
  /** The content of the part for styles. */
  styles?: string;
  /** What stands in the workbook before its sheets. */
  properties?: string;
}

/** Returns a workbook of one sheet with these rows, or with this document if it is a whole one. */
export function workbookOf(rows: string, { texts, styles, properties = '' }: Parts = {}): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const isWhole = rows.includes('worksheet>');
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}">${properties}<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
      ...(texts === undefined ? [] : [relation('r2', 'sharedStrings', '/xl/texts.xml')]),
      ...(styles === undefined ? [] : [relation('r3', 'styles', 'styles.xml')]),
    ].join('')}</Relationships>`,
    'xl/worksheets/sheet1.xml': isWhole ? rows : `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...(texts !== undefined && { 'xl/texts.xml': `<sst>${texts}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
  });
}
