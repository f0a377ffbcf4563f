// Client data of a demo workspace: reasons for client states, released client numbers, and duplicates.
import type { CompanyRow, CompanyRows, Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { Random } from './random.ts';

const REASONS: Readonly<Record<string, readonly string[]>> = {
  at_risk: ['Two complaints in a month.', 'The new management asks for other offers.'],
  paused: ['Budget is frozen until spring.', 'Rebuilds the warehouse; nothing before that.'],
  churned: ['Went to a supplier of the group.', 'Closed the branch that we worked for.'],
};
/** Number of duplicate pairs of companies and of contacts. */
const PAIRS = 3;

/**
 * Sets reasons for client states, marks the numbers of former clients as released, and gives some companies similar
 * names, as when several people enter the same company.
 * @returns the row of the number series
 */
export function drawClients(slug: string, { companies, clientNumbers }: CompanyRows): Row[] {
  // A separate generator, so that the other draws stay the same.
  const random = new Random(`${slug} clients`);
  for (const company of companies) {
    const reasons = REASONS[String(company.client_status)];
    company.client_status_reason = reasons ? random.pick(reasons) : null;
  }
  const byId = new Map(companies.map((company) => [company.id, company]));
  for (const entry of clientNumbers) {
    const company = byId.get(String(entry.company_id));
    entry.released_at = company?.client_id === entry.number ? null : (company?.updated_at ?? null);
  }
  for (const [original, duplicate] of pairsOf(random, companies))
    duplicate.name = similarName(random, original.name);
  const [first] = companies;
  return first
    ? [{ tenant_id: first.tenant_id, series: 'client', period: 'all', next_value: clientNumbers.length + 1 }]
    : [];
}

/** Turns some contacts into duplicates of a colleague. */
export function duplicateContacts(slug: string, contacts: readonly ContactRow[]): void {
  const random = new Random(`${slug} contacts`);
  const colleagues = Map.groupBy(contacts, ({ company_id }) => company_id);
  colleagues.delete(null);
  const teams = [...colleagues.values()].filter(({ length }) => length > 2);
  for (const [original, duplicate] of random.some(teams, PAIRS) as [ContactRow, ContactRow][]) {
    const { first_name, last_name, display_name } = original;
    Object.assign(duplicate, { first_name, last_name, display_name });
  }
}

/** Returns pairs of companies that belong to no group. */
function pairsOf(random: Random, companies: readonly CompanyRow[]): [CompanyRow, CompanyRow][] {
  const parents = new Set(companies.map(({ parent_company_id }) => parent_company_id));
  const single = companies.filter(
    ({ id, deleted_at, parent_company_id }) => !deleted_at && !parent_company_id && !parents.has(id),
  );
  const chosen = random.some(single, 2 * PAIRS);
  return chosen.flatMap((company, index) =>
    index % 2 ? [[chosen[index - 1]!, company] as [CompanyRow, CompanyRow]] : [],
  );
}

/** Returns a variant of a name, as another person might enter it. */
function similarName(random: Random, name: string): string {
  return random.chance(0.5) ? `${name.toUpperCase()} Ltd.` : `${name}s`;
}
