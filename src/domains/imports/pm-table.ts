// Opens a project-management export as a table, and says which format it has.
import { invalid } from '../../errors.ts';
import { type BoardFacts, openBoard } from './board-table.ts';
import { openTable } from './open-table.ts';
import { defaultColumns, formatOf, type PmFormat } from './pm-formats.ts';
import type { OpenBytes, ReadOptions, Table, TableFacts } from './table.ts';

export interface PmReadOptions extends ReadOptions {
  /** The format that the caller insists on. */
  sourceFormat?: PmFormat | null;
}

/** @throws FILE_UNREADABLE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR; also while the rows are read */
export async function openPmTable(bytes: OpenBytes, options: PmReadOptions): Promise<Table> {
  const { sourceFormat } = options;
  const takesBoards = !sourceFormat || sourceFormat === 'board-json';
  const table = await openTable(bytes, options, takesBoards ? openBoard : undefined);
  if (sourceFormat === 'board-json' && table.format !== 'board-json') throw otherFormat(sourceFormat);
  return table;
}

/**
 * Returns the format of a table whose rows have been read, as its columns are complete only then.
 * @throws VALIDATION_ERROR format, if it cannot be the one that the caller insists on
 */
export function pmFormatOf(
  { format }: TableFacts,
  columns: readonly string[],
  insisted?: PmFormat | null,
): PmFormat {
  if (format === 'board-json') return format;
  if (!insisted) return formatOf(columns);
  const hasTitle = defaultColumns(insisted, columns, '').some(({ target }) => target === 'title');
  if (insisted !== 'generic' && !hasTitle) throw otherFormat(insisted);
  return insisted;
}

/** Returns the name of the project if no column names one: that of the board, or of the file. */
export function titleOf(table: TableFacts, fileName: string): string {
  const title = table.format === 'board-json' ? (table as BoardFacts).title.trim() : '';
  return (title || fileName.replace(/\.[^.]*$/, '').trim() || 'Project').slice(0, 200);
}

function otherFormat(format: PmFormat): Error {
  return invalid(
    'source_format',
    'format',
    `The file is no ${format}; leave source_format out to have it found.`,
  );
}
