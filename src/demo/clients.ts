// What makes the clients of a demo workspace worth a look: reasons of their states, their numbers, and look-alikes.
import type { CompanyRow, CompanyRows, Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { Random } from './random.ts';

const REASONS: Readonly<Record<string, readonly string[]>> = {
  at_risk: ['Two complaints in a month.', 'The new management asks for other offers.'],
  paused: ['Budget is frozen until spring.', 'Rebuilds the warehouse; nothing before that.'],
  churned: ['Went to a supplier of the group.', 'Closed the branch that we worked for.'],
};
/** Pairs of each kind. */
const PAIRS = 3;

/**
 * Explains the states of clients, gives former ones their numbers back to the ledger, and makes some companies look
 * alike, as they do where several people write them down.
 * @returns the row of the number series
 */
export function drawClients(slug: string, { companies, clientNumbers }: CompanyRows): Row[] {
  // A chance of its own, so that what others draw stays as it was.
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
  for (const [one, other] of pairsOf(random, companies)) other.name = respelled(random, one.name);
  const [first] = companies;
  return first
    ? [{ tenant_id: first.tenant_id, series: 'client', next_value: clientNumbers.length + 1 }]
    : [];
}

/** Makes some contacts stand twice in their company. */
export function repeatContacts(slug: string, contacts: readonly ContactRow[]): void {
  const random = new Random(`${slug} contacts`);
  const colleagues = Map.groupBy(contacts, ({ company_id }) => company_id);
  colleagues.delete(null);
  const teams = [...colleagues.values()].filter(({ length }) => length > 2);
  for (const [one, other] of random.some(teams, PAIRS) as [ContactRow, ContactRow][]) {
    const { first_name, last_name, display_name } = one;
    Object.assign(other, { first_name, last_name, display_name });
  }
}

/** Companies that stand for themselves: no group, no branch. */
function pairsOf(random: Random, companies: readonly CompanyRow[]): [CompanyRow, CompanyRow][] {
  const parents = new Set(companies.map(({ parent_company_id }) => parent_company_id));
  const single = companies.filter((one) => !one.deleted_at && !one.parent_company_id && !parents.has(one.id));
  const chosen = random.some(single, 2 * PAIRS);
  return chosen.flatMap((one, index) =>
    index % 2 ? [[chosen[index - 1]!, one] as [CompanyRow, CompanyRow]] : [],
  );
}

/** The name as somebody else would have written it. */
function respelled(random: Random, name: string): string {
  return random.chance(0.5) ? `${name.toUpperCase()} Ltd.` : `${name}s`;
}
