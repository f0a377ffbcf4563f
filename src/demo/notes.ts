// The notes of a demo workspace, written by sellers about companies and contacts.
import type { CompanyRow, Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';
import { actor, type Staff } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** Templates: {n} becomes a number, {name} the company or the first name, {month} a month. */
const ABOUT_COMPANIES: Readonly<Record<DemoWorkspace['trade'], readonly string[]>> = {
  wholesale: [
    'Call with purchasing at {name}: {n} users, two warehouses, still on a system from 2009. Wants a demo in {month}.',
    'Stock-taking cost {name} three days last year. Mobile data entry is the door opener here.',
    'Budget is approved for {month}. The other offer is {n} % cheaper but has no EDI.',
    'Go-live went well, {n} orders on the first day. Ask in {month} whether we may name them as a reference.',
    'They want prices for the customer portal with {n} article groups. Sent the usual bands.',
    'Complained about the response time of support: {n} hours on a Friday. Escalated, call back promised.',
    'Met at the fair. Interested in route planning, not in a new ERP. Keep warm.',
    'New management since {month}. All projects above {n} thousand are on hold until the budget round.',
    'Migration of {n} thousand articles tested, 212 duplicates found. {name} cleans them up before the next run.',
    'Asked for a data processing agreement; legal has it. Expect an answer in {month}.',
    'Framework contract ends in {month}. Begin talks early: purchasing compares every time.',
    'The interface to their scale works. Invoice over {n} hours goes out this week.',
    '{name} buys through its group from now on. Terms have to be agreed with the parent company.',
    'Training for the night shift agreed, {n} people, two evenings.',
    'Wants batch tracing down to the pallet. Not in the standard; asked product management.',
    'Third reminder, then paid within a day. Accounting there is one person, be patient.',
  ],
  studio: [
    'First meeting at {name}. They know what they dislike; now find out what they like. {n} slides at most.',
    'Sent three directions, they combined two. We show one next time.',
    'Budget {n} thousand, typography and signage only. Website stays with their own people.',
    'Photo day moved to {month} because of the renovation.',
    'They love the second proof. Paper is {n} % over plan, talk to the printer.',
    '{name} opens in {month}; signs have to hang a week before.',
    'Asked for usage rights without end. Answered with {n} years and an option.',
    'Lunch. They may bring us into the tender of the city.',
    'Wordmark registered. Guidelines due in {month}.',
    'Invoice questioned: {n} hours of corrections. Agreed on half, and on two rounds from now on.',
  ],
};
const ABOUT_CONTACTS: readonly string[] = [
  '{name} decides together with the head of finance; never send prices to one of them alone.',
  'Reached {name} on the mobile. Back from leave in {month}.',
  '{name} changes to the new site in {month}, successor not named yet.',
  'Good talk, {n} minutes instead of ten. Send the case study about returns.',
  '{name} wants to see it on a phone. Prepared an account with test data.',
  'Not convinced: saw a project fail {n} years ago. Offer a visit at a reference client.',
  'Birthday cake for the whole team when we called; {name} is twenty years with the firm.',
  'Bounced twice, then answered from the private address. Ask for the new one.',
];
const MONTHS = ['January', 'February', 'March', 'May', 'June', 'September', 'October', 'November'];

/** Draws the notes of a workspace: two thirds on companies, the rest on contacts. */
export function drawNotes(
  random: Random,
  workspace: DemoWorkspace,
  records: { companies: readonly CompanyRow[]; contacts: readonly ContactRow[] },
  staff: Staff,
  now: Date,
): Row[] {
  const companies = records.companies.filter(({ deleted_at }) => !deleted_at);
  return Array.from({ length: workspace.notes }, () => {
    const company = random.chance(0.66) ? random.pick(companies) : undefined;
    const contact = company ? undefined : random.pick(records.contacts);
    const subject = (company ?? contact)!;
    const text = company ? random.pick(ABOUT_COMPANIES[workspace.trade]) : random.pick(ABOUT_CONTACTS);
    const name = company?.name ?? (contact!.first_name as string);
    const createdAt = random.workday(subject.created_at, now);
    const isEdited = random.chance(0.08);
    const author = actor(random.chance(0.85) ? staff.seller(random) : random.pick(staff.people.slice(0, 3)));
    return {
      tenant_id: staff.tenantId,
      id: random.id(createdAt),
      version: isEdited ? 2 : 1,
      company_id: company?.id ?? null,
      contact_id: contact?.id ?? null,
      body: fillTemplate(random, text, name),
      is_pinned: random.chance(0.05),
      author,
      edited: isEdited,
      created_at: createdAt,
      updated_at: isEdited ? random.workday(createdAt, now) : createdAt,
      created_by: author,
      updated_by: author,
      deleted_at: null,
    };
  });
}

function fillTemplate(random: Random, text: string, name: string): string {
  return text
    .replaceAll('{n}', () => String(random.int(3, 48)))
    .replaceAll('{name}', () => name)
    .replaceAll('{month}', () => random.pick(MONTHS));
}
