// Loads the demo workspaces that are missing, each in one transaction.
import type { Knex } from 'knex';
import { v7 as uuid } from 'uuid';
import type { Keys } from '../access/keys.ts';
import { PLATFORM_WORKSPACE } from '../access/operators.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/knex.ts';
import { hashNewPassword } from '../domains/auth/service.ts';
import { addMember, createTenant, createUser, enableAutomation } from '../domains/tenants/service.ts';
import { drawRoles } from './access.ts';
import { drawActivities } from './activities.ts';
import { drawAgents, PROPOSAL_HOURS } from './agents.ts';
import { agreementPdf } from './agreement.ts';
import { drawConversations } from './assistant.ts';
import { drawCampaigns } from './campaigns.ts';
import { drawClients, duplicateContacts } from './clients.ts';
import { drawCommercial } from './commercial.ts';
import { insertCommercial } from './commercial-insert.ts';
import { drawCommunications } from './communications.ts';
import { drawCompanies, type Row } from './companies.ts';
import { drawContacts } from './contacts.ts';
import { drawCustomFields } from './custom-fields.ts';
import { drawDeals } from './deals.ts';
import { drawDelivery } from './delivery.ts';
import { insertDelivery } from './delivery-insert.ts';
import { drawEnvelopes } from './envelopes.ts';
import { insertEnvelopes } from './envelopes-insert.ts';
import { drawHealth } from './health.ts';
import { drawDealHistory, drawHistory } from './history.ts';
import { drawImports, insertImports } from './imports.ts';
import { insert } from './insert.ts';
import { drawInvitations } from './invitations.ts';
import { drawMerges } from './merges.ts';
import { drawNotes } from './notes.ts';
import { appointOperators, OPERATORS } from './operators.ts';
import { drawOutreach } from './outreach.ts';
import { daysBefore, Random } from './random.ts';
import { drawRelationships } from './relationships.ts';
import { drawRooms } from './rooms.ts';
import { drawSavedViews } from './saved-views.ts';
import { insertSsoConnection } from './sso.ts';
import { Staff, type StaffMember } from './staff.ts';
import { drawTickets, insertTickets } from './support.ts';
import { drawWebhook } from './webhooks.ts';
import { type DemoWorkspace, PASSWORD, WORKSPACES } from './workspaces.ts';

const DAY = 24 * 3600 * 1000;

export interface DemoServices {
  database: Database;
  clock: Clock;
  keys: Keys;
}

/**
 * Loads the missing demo workspaces.
 * @returns the numbers of loaded companies, contacts and notes; zeros if nothing was missing
 */
export async function loadDemo({
  database,
  clock,
  keys,
}: DemoServices): Promise<{ companies: number; contacts: number; notes: number }> {
  const loaded = { companies: 0, contacts: 0, notes: 0 };
  let passwordHash: string | undefined;
  for (const workspace of WORKSPACES) {
    if (await database.read({}, ({ db }) => workspaceExists(db, workspace.slug))) continue;
    // One hash for all people, because they share a password that is public anyway.
    passwordHash ??= await hashNewPassword(PASSWORD, OPERATORS[0].email);
    const tenantId = uuid();
    const hash = passwordHash;
    const isLoaded = await database.write({ tenantId }, ({ db }) =>
      loadWorkspace(db, workspace, tenantId, { passwordHash: hash, keys }, clock.now()),
    );
    if (!isLoaded) continue;
    await database.write({ tenantId: PLATFORM_WORKSPACE }, ({ db }) =>
      appointOperators(db, keys, clock.now()),
    );
    for (const kind of ['companies', 'contacts', 'notes'] as const) loaded[kind] += workspace[kind];
  }
  return loaded;
}

async function workspaceExists(db: Knex, slug: string): Promise<boolean> {
  return (await db('tenants').where({ slug }).first('id')) !== undefined;
}

/** Loads a workspace. @returns false if another process has loaded it in the meantime */
async function loadWorkspace(
  db: Knex,
  workspace: DemoWorkspace,
  tenantId: string,
  { passwordHash, keys }: { passwordHash: string; keys: Keys },
  now: Date,
): Promise<boolean> {
  await db.raw("select pg_advisory_xact_lock(hashtext('demo'))");
  // The new tables have no statistics yet: without this, triggers would scan them sequentially for each row.
  await db.raw('set local enable_seqscan = off');
  const { slug, name, locale, timeZone, currency, country, automation, people } = workspace;
  if (await workspaceExists(db, slug)) return false;
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
  const operators: string[] = [];
  for (const person of OPERATORS) operators.push(await ensureUser(db, { ...person, now: since }));
  await db('users')
    .whereIn('id', [...members.map(({ id }) => id), ...operators])
    .update({ password_hash: passwordHash });
  await insertRecords(db, workspace, new Staff(tenantId, members), { passwordHash, keys }, now);
  return true;
}

/** Returns the id of a person; creates them unless they exist, as they do after their workspace was deleted. */
async function ensureUser(db: Knex, person: Parameters<typeof createUser>[1]): Promise<string> {
  const existing = await db('users').where({ email: person.email }).first('id');
  return existing?.id ?? createUser(db, person);
}

async function insertRecords(
  db: Knex,
  workspace: DemoWorkspace,
  staff: Staff,
  { passwordHash, keys }: { passwordHash: string; keys: Keys },
  now: Date,
): Promise<void> {
  const random = new Random(workspace.slug);
  // Rounded to a day, so that every start on the same day draws the same times and ids.
  const today = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const since = daysBefore(today, 900);
  const companyRows = drawCompanies(random, workspace, staff, today);
  const series = drawClients(workspace.slug, companyRows);
  const { companies, identifiers, clientNumbers } = companyRows;
  const {
    contacts,
    methods,
    companies: employments,
  } = drawContacts(random, workspace, companies, staff, today);
  duplicateContacts(workspace.slug, contacts);
  const notes = drawNotes(random, workspace, { companies, contacts }, staff, today);
  const merges = drawMerges(new Random(`${workspace.slug} merges`), companies);
  const pipeline = await db('deal_pipelines').where({ tenant_id: staff.tenantId }).first('id');
  const setting = { workspace, staff, pipelineId: pipeline.id as string, now: today };
  // A separate generator, so that the other draws stay the same.
  const dealRandom = new Random(`${workspace.slug} deals`);
  const { deals, contacts: participants, entries } = drawDeals(dealRandom, setting, { companies, contacts });
  const dealHistory = drawDealHistory(dealRandom, staff.tenantId, { deals, entries });
  const { activities, links, audit } = drawHistory(random, staff.tenantId, { companies, contacts, notes });
  const activityRows = drawActivities(random, contacts, staff, today);
  const outcomes = drawRelationships(random, contacts, staff, today);
  await insert(db, 'roles', drawRoles(new Random(`${workspace.slug} roles`), staff, today));
  const { webhook, endpointQueue } = drawWebhook(
    new Random(`${workspace.slug} webhooks`),
    staff,
    keys,
    today,
  );
  const fields = drawCustomFields(new Random(`${workspace.slug} fields`), staff, { companies, deals }, since);
  await insert(db, 'custom_fields', fields);
  const { tenantId } = staff;
  const roles = await db('roles').where({ tenant_id: tenantId }).select('id', 'key');
  const roleIds = new Map(roles.map(({ id, key }) => [key as string, id as string]));
  const invited = drawInvitations(
    new Random(`${workspace.slug} invitations`),
    workspace.slug,
    staff,
    roleIds,
    today,
  );
  await insert(db, 'invitations', invited.invitations);
  await insert(db, 'invitation_roles', invited.roles);
  const agentRandom = new Random(`${workspace.slug} agents`);
  const agentRole = roleIds.get('agent')!;
  const agentRows = drawAgents(agentRandom, { companies, deals }, { staff, roleId: agentRole }, now);
  const assistantRows = drawConversations(new Random(`${workspace.slug} assistant`), companies, staff, today);
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
  await insert(db, 'activities', [...activities, ...dealHistory.activities]);
  await insert(db, 'activity_links', [...links, ...dealHistory.links]);
  await insert(db, 'activities', activityRows.activities);
  await insert(db, 'activity_links', activityRows.links);
  await insert(db, 'action_items', activityRows.items);
  const messages = drawCommunications(
    new Random(`${workspace.slug} messages`),
    activityRows.activities,
    activityRows.links,
    contacts as never,
    staff,
    today,
  );
  await insert(db, 'activities', messages.activities);
  await insert(db, 'activity_links', messages.links);
  await insert(db, 'communication_threads', messages.threads);
  await insert(db, 'communications', messages.communications);
  await insert(db, 'communication_participants', messages.participants);
  await insert(db, 'communication_contacts', messages.contacts);
  await db.raw(
    'select summarize_thread(tenant_id, id, created_at) from communication_threads where tenant_id = ?',
    [staff.tenantId],
  );
  await insert(db, 'call_templates', messages.templates);
  await insert(db, 'call_template_revisions', messages.revisions);
  await insert(db, 'calls', messages.calls);
  await insert(db, 'call_participants', messages.callParticipants);
  await insert(db, 'call_contacts', messages.callContacts);
  await insert(db, 'call_recordings', messages.recordings);
  await insert(db, 'call_recording_transcripts', messages.transcripts);
  const campaigns = drawCampaigns(new Random(`${workspace.slug} campaigns`), contacts as never, staff, today);
  await insert(db, 'campaigns', campaigns.campaigns);
  await insert(db, 'campaign_members', campaigns.members);
  const sequences = drawOutreach(new Random(`${workspace.slug} outreach`), contacts as never, staff, today);
  await insert(db, 'outreach_sequences', sequences.sequences);
  await insert(db, 'outreach_enrolments', sequences.enrolments);
  await insert(db, 'outreach_steps_taken', sequences.taken);
  const pdf = await agreementPdf(workspace.name, today);
  const inRooms = { deals, contacts, pdf, passwordHash };
  const shared = drawRooms(new Random(`${workspace.slug} rooms`), inRooms, staff, today);
  await insert(db, 'files', shared.files);
  await insert(db, 'file_parts', shared.file_parts);
  await insert(db, 'rooms', shared.rooms);
  await insert(db, 'room_ndas', shared.ndas);
  await insert(db, 'room_items', shared.items);
  await insert(db, 'room_links', shared.links);
  await insert(db, 'room_visitors', shared.visitors);
  await insert(db, 'room_sessions', shared.sessions);
  await insert(db, 'room_events', shared.events);
  await insert(db, 'room_comments', shared.comments);
  await insert(db, 'relationship_outcomes', outcomes);
  const delivery = drawDelivery(
    new Random(`${workspace.slug} delivery`),
    workspace,
    { companies, contacts },
    staff,
    today,
  );
  await insertDelivery(db, tenantId, delivery);
  const documentRandom = new Random(`${workspace.slug} documents`);
  await insertCommercial(db, tenantId, drawCommercial(documentRandom, workspace, companies, staff, today));
  const ticketRows = drawTickets(
    new Random(`${workspace.slug} tickets`),
    { companies, contacts },
    workspace,
    staff,
    today,
  );
  await insertTickets(db, ticketRows);
  const signers = { companies, contacts, staff, pdf, now: today };
  await insertEnvelopes(db, tenantId, drawEnvelopes(new Random(`${workspace.slug} envelopes`), signers));
  const importing = { companies, contacts: contacts as never, staff, now: today };
  await insertImports(db, tenantId, drawImports(new Random(`${workspace.slug} imports`), importing));
  const sizes = {
    tasks: delivery.tasks.filter(({ status }) => status !== 'done').length,
    projects: delivery.projects.length,
    deals: deals.filter(({ status }) => status === 'open').length,
    contacts: contacts.filter((contact) => (contact as Row).desired_cadence_days).length,
  };
  const healthRandom = new Random(`${workspace.slug} health`);
  const snapshots = drawHealth(healthRandom, { tenantId, currency: workspace.currency, sizes }, today);
  await insert(db, 'tenant_health_snapshots', snapshots);
  const viewRows = drawSavedViews(new Random(`${workspace.slug} views`), staff, today);
  await insert(db, 'saved_views', viewRows.views);
  await insert(db, 'saved_view_shares', viewRows.shares);
  await insert(db, 'webhooks', [webhook]);
  await insert(db, 'webhook_lanes', [endpointQueue]);
  await insert(db, 'agents', agentRows.agents);
  await insert(db, 'action_proposals', agentRows.proposals);
  await db('automation_policies')
    .where({ tenant_id: tenantId })
    .update({ proposal_ttl_hours: PROPOSAL_HOURS });
  await insert(db, 'assistant_conversations', assistantRows.conversations);
  await insert(db, 'assistant_messages', assistantRows.messages);
  await insert(db, 'audit_entries', [...audit, ...dealHistory.audit]);
  // Run as the owner of the tables. The checks at the commit and the first reads need statistics; autovacuum is a minute late.
  await db.raw('set local role none');
  await db.raw(
    `analyze companies, company_identifiers, contacts, contact_companies, contact_methods, notes, deals, deal_contacts,
      deal_stage_entries, activities, activity_links, action_items, relationship_outcomes, search_tokens`,
  );
}
