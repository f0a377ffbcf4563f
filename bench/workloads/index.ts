// All workloads in the order in which they run; those that write come last.
import type { Options } from '../options.ts';
import { communications, communicationsSearch, threads } from './communications.ts';
import { companyById } from './company-by-id.ts';
import { companyNotes } from './company-notes.ts';
import { createCompany } from './create-company.ts';
import { clientStatement, issueInvoice } from './documents.ts';
import { globalSearch, globalSearchBroad, globalSearchTrigram } from './global-search.ts';
import { keystrokes } from './keystrokes.ts';
import { matchByDomain, matchByName } from './match-company.ts';
import { mergeCompanies } from './merge-companies.ts';
import { nested } from './nested.ts';
import { page, pageExact } from './page.ts';
import { projectBoard, projectTasks } from './project-tasks.ts';
import { publicRoom } from './public-room.ts';
import { search, searchBroad, searchCompanies, searchTrigram } from './search.ts';
import { envelopes, signingSession } from './signing.ts';
import type { Workload } from './workload.ts';

export const workloads: Workload[] = [
  companyById,
  page,
  pageExact,
  nested,
  companyNotes,
  search,
  searchTrigram,
  searchBroad,
  searchCompanies,
  globalSearch,
  globalSearchTrigram,
  globalSearchBroad,
  keystrokes,
  projectTasks,
  projectBoard,
  communications,
  communicationsSearch,
  threads,
  publicRoom,
  envelopes,
  signingSession,
  clientStatement,
  matchByDomain,
  matchByName,
  createCompany,
  issueInvoice,
  mergeCompanies,
];

/** Returns the workloads that the options name; all by default. */
export function workloadsOf({ only }: Pick<Options, 'only'>): Workload[] {
  return workloads.filter(({ name }) => !only || only.includes(name));
}
