// The list of kinds of records; every domain with a kind adds it here.
import { recordingKind } from './call-recordings/kind.ts';
import { callTemplateKind } from './call-templates/kind.ts';
import { callKind } from './calls/kind.ts';
import { campaignKind } from './campaigns/kind.ts';
import { communicationKind } from './communications/kind.ts';
import { companyKind } from './companies/kind.ts';
import { competitorKind } from './competitors/kind.ts';
import { contactKind } from './contacts/kind.ts';
import { dealKind } from './deals/kind.ts';
import { invoiceKind } from './invoices/kind.ts';
import { sequenceKind } from './outreach/kind.ts';
import { projectTemplateKind } from './project-templates/kind.ts';
import { projectKind } from './projects/kind.ts';
import { pulseItemKind } from './pulse/kind.ts';
import { quoteKind } from './quotes/kind.ts';
import type { RecordKind } from './records/kind.ts';
import { roomKind } from './rooms/kind.ts';
import { envelopeKind } from './signing/kind.ts';
import { ticketKind } from './support/kind.ts';
import { taskKind } from './tasks/kind.ts';
import { workOrderKind } from './work-orders/kind.ts';

export const KINDS = [
  callKind,
  recordingKind,
  callTemplateKind,
  campaignKind,
  communicationKind,
  companyKind,
  competitorKind,
  contactKind,
  dealKind,
  projectKind,
  projectTemplateKind,
  roomKind,
  sequenceKind,
  taskKind,
  ticketKind,
  pulseItemKind,
  quoteKind,
  workOrderKind,
  invoiceKind,
  envelopeKind,
] as unknown as readonly RecordKind[];

/** Returns the kind with a name, such as `company`. @throws Error for an unknown name */
export function kindNamed(name: string): RecordKind {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of record named ${name}.`);
  return kind;
}
