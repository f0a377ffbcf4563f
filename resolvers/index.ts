// Joins the resolvers of all domains; a new domain adds a line.
import { scalars } from '../src/operations/scalars.ts';
import { activities } from './activities.ts';
import { agent } from './agent.ts';
import { agents } from './agents.ts';
import { apiAccess } from './api-access.ts';
import { apiKeys } from './api-keys.ts';
import { assistant } from './assistant.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { batches } from './batches.ts';
import { billing } from './billing.ts';
import { bulkResolvers } from './bulk.ts';
import { callRecordings } from './call-recordings.ts';
import { calls } from './calls.ts';
import { campaigns } from './campaigns.ts';
import { clients } from './clients.ts';
import { comments } from './comments.ts';
import { communications } from './communications.ts';
import { companies } from './companies.ts';
import { competitors } from './competitors.ts';
import { contacts } from './contacts.ts';
import { content } from './content.ts';
import { customFields } from './custom-fields.ts';
import { deals } from './deals.ts';
import { documents } from './documents.ts';
import { dossiers } from './dossiers.ts';
import { duplicates } from './duplicates.ts';
import { featureFlags } from './feature-flags.ts';
import { health } from './health.ts';
import { impersonations } from './impersonations.ts';
import { imports } from './imports.ts';
import { incidentBanners } from './incident-banners.ts';
import { ingressEvents } from './ingress-events.ts';
import { invoices } from './invoices.ts';
import { jobs } from './jobs.ts';
import { maintenance } from './maintenance.ts';
import { matcher } from './matcher.ts';
import { members } from './members.ts';
import { merges } from './merges.ts';
import { models } from './models.ts';
import { myWork } from './my-work.ts';
import { nodes } from './nodes.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { numbering } from './numbering.ts';
import { operators } from './operators.ts';
import { outreach } from './outreach.ts';
import { platformAudit } from './platform-audit.ts';
import { platformJobs } from './platform-jobs.ts';
import { platformOverview } from './platform-overview.ts';
import { platformPlans } from './platform-plans.ts';
import { platformTenants } from './platform-tenants.ts';
import { platformUsers } from './platform-users.ts';
import { platformWebhooks } from './platform-webhooks.ts';
import { privacyRequests } from './privacy-requests.ts';
import { projectTemplates } from './project-templates.ts';
import { projects } from './projects.ts';
import { proposals } from './proposals.ts';
import { pulse } from './pulse.ts';
import { queues } from './queues.ts';
import { quotes } from './quotes.ts';
import { rateLimits } from './rate-limits.ts';
import { relationships } from './relationships.ts';
import { roles } from './roles.ts';
import { rooms } from './rooms.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { signing } from './signing.ts';
import { sso } from './sso.ts';
import { support } from './support.ts';
import { tasks } from './tasks.ts';
import { tenantHealth } from './tenant-health.ts';
import { tenants } from './tenants.ts';
import { timeEntries } from './time-entries.ts';
import { webhooks } from './webhooks.ts';
import { workOrders } from './work-orders.ts';

const domains = [
  activities,
  agent,
  agents,
  apiAccess,
  audit,
  apiKeys,
  assistant,
  auth,
  callRecordings,
  calls,
  campaigns,
  clients,
  comments,
  communications,
  companies,
  competitors,
  contacts,
  content,
  customFields,
  deals,
  documents,
  dossiers,
  duplicates,
  featureFlags,
  health,
  batches,
  billing,
  impersonations,
  imports,
  incidentBanners,
  ingressEvents,
  maintenance,
  invoices,
  jobs,
  matcher,
  members,
  merges,
  models,
  myWork,
  nodes,
  notes,
  notifications,
  numbering,
  operators,
  platformUsers,
  outreach,
  projects,
  platformAudit,
  platformJobs,
  platformWebhooks,
  platformOverview,
  platformPlans,
  platformTenants,
  privacyRequests,
  projectTemplates,
  proposals,
  pulse,
  queues,
  quotes,
  rateLimits,
  relationships,
  roles,
  rooms,
  savedViews,
  search,
  signing,
  support,
  tasks,
  tenantHealth,
  tenants,
  sso,
  timeEntries,
  webhooks,
  workOrders,
];

/** The resolvers of all domains by type. A field has only one resolver, so merging overwrites none. */
export const resolvers: Record<string, object> = { ...scalars };
for (const domain of domains) {
  for (const [type, fields] of Object.entries(domain)) resolvers[type] = { ...resolvers[type], ...fields };
}
resolvers.Mutation = { ...bulkResolvers(resolvers.Mutation as never), ...resolvers.Mutation };
