// Loads the demo where it is missing: each workspace in one transaction, so that it stands whole or not at all.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Keys } from '../access/keys.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { hashNewPassword } from '../domains/auth/service.ts';
import { addMember, createTenant, createUser, enableAutomation } from '../domains/tenants/service.ts';
import { drawRoles } from './access.ts';
import { drawActivities } from './activities.ts';
import { drawAgents, PROPOSAL_HOURS } from './agents.ts';
import { drawConversations } from './assistant.ts';
import { drawClients, repeatContacts } from './clients.ts';
import { drawCompanies, type Row } from './companies.ts';
import { drawContacts } from './contacts.ts';
import { drawCustomFields } from './custom-fields.ts';
import { drawDeals } from './deals.ts';
import { drawInvitations } from './invitations.ts';
import { drawMerges } from './merges.ts';
import { drawNotes } from './notes.ts';
import { daysBefore, Random } from './random.ts';
import { drawRelationships } from './relationships.ts';
import { drawSavedViews } from './saved-views.ts';
import { insertSsoConnection } from './sso.ts';
import { Staff, type StaffMember } from './staff.ts';
import { drawDealTraces, drawTraces } from './traces.ts';
import { drawWebhook } from './webhooks.ts';
import { type DemoWorkspace, OPERATOR, PASSWORD, WORKSPACES } from './workspaces.ts';

const DAY = 24 * 3600 * 1000;

export interface DemoServices {
  database: Database;
  clock: Clock;
  keys: Keys;
}

/**
 * Loads the workspaces of the demo that are not there.
 * @returns how many companies, contacts and notes came in; zeros when nothing was missing
 */
export async function loadDemo({
  database,
  clock,
  keys,
}: DemoServices): Promise<{ companies: number; contacts: number; notes: number }> {
  const loaded = { companies: 0, contacts: 0, notes: 0 };
  let passwordHash: string | undefined;
  for (const workspace of WORKSPACES) {
    if (await database.read({}, ({ db }) => isThere(db, workspace.slug))) continue;
    // One hash for all of them: the password is printed in the README.
    passwordHash ??= await hashNewPassword(PASSWORD, OPERATOR.email);
    const tenantId = uuid();
    const hash = passwordHash;
    const done = await database.write({ tenantId }, ({ db }) =>
      loadWorkspace(db, workspace, tenantId, { passwordHash: hash, keys }, clock.now()),
    );
    if (!done) continue;
    for (const kind of ['companies', 'contacts', 'notes'] as const) loaded[kind] += workspace[kind];
  }
  return loaded;
}

async function isThere(db: Knex, slug: string): Promise<boolean> {
  return (await db('tenants').where({ slug }).first('id')) !== undefined;
}

/** @returns false when another process has loaded it meanwhile */
async function loadWorkspace(
  db: Knex,
  workspace: DemoWorkspace,
  tenantId: string,
  { passwordHash, keys }: { passwordHash: string; keys: Keys },
  now: Date,
): Promise<boolean> {
  await db.raw("select pg_advisory_xact_lock(hashtext('demo'))");
  // Nothing is known yet of tables this young: the triggers would read them from end to end for each row.
  await db.raw('set local enable_seqscan = off');
  const { slug, name, locale, timeZone, currency, country, automation, people } = workspace;
  if (await isThere(db, slug)) return false;
  const since = daysBefore(now, 901);
  await createTenant(db, { id: tenantId, name, slug, locale, timeZone, currency, country, now: since });
  if (workspace === WORKSPACES[0]) await insertSsoConnection(db, { tenantId, slug, now: since });
  if (automation) await enableAutomation(db, { tenantId, now: since });
  const members: StaffMember[] = [];
  for (const { email, name: person, roleKey } of people) {
    const id = await ensureUser(db, { email, name: person, locale, timeZone, now: since });
    await addMember(db, { tenantId, userId: id, roleKey, now: since });
    members.push({ id, email, name: person, roleKey });
  }
  const operator = await ensureUser(db, { ...OPERATOR, isOperator: true, now: since });
  await db('users')
    .whereIn('id', [...members.map(({ id }) => id), operator])
    .update({ password_hash: passwordHash });
  await insertRecords(db, workspace, new Staff(tenantId, members), keys, now);
  return true;
}

/** People outlive their workspaces, so they may be there already. */
async function ensureUser(db: Knex, person: Parameters<typeof createUser>[1]): Promise<string> {
  const known = await db('users').where({ email: person.email }).first('id');
  return known?.id ?? createUser(db, person);
}

async function insertRecords(
  db: Knex,
  workspace: DemoWorkspace,
  staff: Staff,
  keys: Keys,
  now: Date,
): Promise<void> {
  const random = new Random(workspace.slug);
  // From one midnight to the next every start draws the same times and ids.
  const today = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const since = daysBefore(today, 900);
  const firms = drawCompanies(random, workspace, staff, today);
  const series = drawClients(workspace.slug, firms);
  const { companies, identifiers, clientNumbers } = firms;
  const {
    contacts,
    methods,
    companies: employments,
  } = drawContacts(random, workspace, companies, staff, today);
  repeatContacts(workspace.slug, contacts);
  const notes = drawNotes(random, workspace, { companies, contacts }, staff, today);
  const merges = drawMerges(new Random(`${workspace.slug} merges`), companies);
  const pipeline = await db('deal_pipelines').where({ tenant_id: staff.tenantId }).first('id');
  const around = { workspace, staff, pipelineId: pipeline.id as string, now: today };
  // A generator of their own, so that the rest of the demo is drawn as without them.
  const chance = new Random(`${workspace.slug} deals`);
  const { deals, contacts: participants, entries } = drawDeals(chance, around, { companies, contacts });
  const moves = drawDealTraces(chance, staff.tenantId, { deals, entries });
  const { activities, links, audit } = drawTraces(random, staff.tenantId, { companies, contacts, notes });
  const logged = drawActivities(random, contacts, staff, today);
  const outcomes = drawRelationships(random, contacts, staff, today);
  await insert(db, 'roles', drawRoles(new Random(`${workspace.slug} roles`), staff, today));
  const { webhook, lane } = drawWebhook(new Random(`${workspace.slug} webhooks`), staff, keys, today);
  const fields = drawCustomFields(new Random(`${workspace.slug} fields`), staff, { companies, deals }, since);
  await insert(db, 'custom_fields', fields);
  const { tenantId } = staff;
  const roles = await db('roles').where({ tenant_id: tenantId }).select('id', 'key');
  const roleIds = new Map(roles.map(({ id, key }) => [key as string, id as string]));
  const guests = drawInvitations(
    new Random(`${workspace.slug} invitations`),
    workspace.slug,
    staff,
    roleIds,
    today,
  );
  await insert(db, 'invitations', guests.invitations);
  await insert(db, 'invitation_roles', guests.roles);
  const agency = new Random(`${workspace.slug} agents`);
  const agentRole = roleIds.get('agent')!;
  const proposing = drawAgents(agency, { companies, deals }, { staff, roleId: agentRole }, now);
  const talks = drawConversations(new Random(`${workspace.slug} assistant`), companies, staff, today);
  await insert(db, 'companies', companies);
  await insert(db, 'company_identifiers', identifiers);
  await insert(db, 'client_numbers', clientNumbers);
  await insert(db, 'merges', merges);
  await insert(db, 'number_series', series);
  await insert(db, 'contacts', contacts);
  await insert(db, 'contact_companies', employments);
  await insert(db, 'contact_methods', methods);
  await insert(db, 'notes', notes);
  await insert(db, 'deals', deals);
  await insert(db, 'deal_contacts', participants);
  await insert(db, 'deal_stage_entries', entries);
  await insert(db, 'activities', [...activities, ...moves.activities]);
  await insert(db, 'activity_links', [...links, ...moves.links]);
  await insert(db, 'activities', logged.activities);
  await insert(db, 'activity_links', logged.links);
  await insert(db, 'action_items', logged.items);
  await insert(db, 'relationship_outcomes', outcomes);
  const saved = drawSavedViews(new Random(`${workspace.slug} views`), staff, today);
  await insert(db, 'saved_views', saved.views);
  await insert(db, 'saved_view_shares', saved.shares);
  await insert(db, 'webhooks', [webhook]);
  await insert(db, 'webhook_lanes', [lane]);
  await insert(db, 'agents', proposing.agents);
  await insert(db, 'action_proposals', proposing.proposals);
  await db('automation_policies')
    .where({ tenant_id: tenantId })
    .update({ proposal_ttl_hours: PROPOSAL_HOURS });
  await insert(db, 'assistant_conversations', talks.conversations);
  await insert(db, 'assistant_messages', talks.messages);
  await insert(db, 'audit_entries', [...audit, ...moves.audit]);
  // As the owner of the tables, for the checks at the commit and for the first to read: autovacuum comes a minute later.
  await db.raw('set local role none');
  await db.raw(
    `analyze companies, company_identifiers, contacts, contact_companies, contact_methods, notes, deals, deal_contacts,
      deal_stage_entries, activities, activity_links, action_items, relationship_outcomes, search_tokens`,
  );
}

/** All rows in one statement, as one parameter: a row of the table from each object. */
async function insert(db: Knex, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  await db.raw(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ?)`,
    [JSON.stringify(rows)],
  );
}
