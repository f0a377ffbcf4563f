// The kinds of records: every domain that has one adds its line.
import { companyKind } from './companies/kind.ts';
import { contactKind } from './contacts/kind.ts';
import { dealKind } from './deals/kind.ts';
import type { RecordKind } from './records/kind.ts';

export const KINDS = [companyKind, contactKind, dealKind] as unknown as readonly RecordKind[];

/** The kind of a name, such as `company`. @throws for a name that no kind has */
export function kindNamed(name: string): RecordKind {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of record named ${name}.`);
  return kind;
}
