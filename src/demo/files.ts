// The stored files of a demo workspace.
import { createHash } from 'node:crypto';
import type { Row } from './companies.ts';
import type { Random } from './random.ts';

/** A stored file. */
export interface DrawnFile {
  id: string;
  bytes: number;
  sha256: string;
}

/** Rows of the tables of files. */
export interface FileRows {
  files: Row[];
  file_parts: Row[];
}

/** Adds a file with its content to the rows. */
export function drawFile(
  random: Random,
  rows: FileRows,
  {
    tenantId,
    name,
    mime,
    content,
    at,
  }: Record<'tenantId' | 'name' | 'mime', string> & { content: Buffer; at: Date },
): DrawnFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { id: random.id(at), bytes: content.length, sha256 };
  rows.files.push({
    ...{ tenant_id: tenantId, ...file, name, mime, storage: 'database', scope: null },
    ...{ created_at: at, expires_at: null },
  });
  rows.file_parts.push({
    ...{ tenant_id: tenantId, file_id: file.id, part: 0 },
    content: `\\x${content.toString('hex')}`,
  });
  return file;
}
