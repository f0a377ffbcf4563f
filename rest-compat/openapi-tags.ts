// The tags of the API description: one for each group of routes, with the name and description that the reference shows.
import type { Operation } from '../src/operations/catalogue.ts';

/** Names and descriptions by the segment of the path that makes the group. */
const TAGS: Record<string, [name: string, description: string]> = {
  activities: [
    'Activities',
    'Timelines: what was logged or happened to records, and the action items of activities.',
  ],
  admin: [
    'Operators',
    'Operation of the platform by its operators: workspaces, plans, flags, privacy requests.',
  ],
  agent: [
    'Agent surface',
    'What agents may do here: capabilities, descriptions, MCP, proposals that wait for approval.',
  ],
  agents: ['Agents', 'Registered agents and the automation policy of the workspace.'],
  'api-access': ['API tokens', 'Tokens for services and agents, with their scopes.'],
  'api-keys': ['Provider keys', 'Keys of model providers, stored encrypted.'],
  assistant: ['Assistant', 'Conversations with the assistant of the workspace.'],
  'audit-logs': ['Audit log', 'Who did what and when; every change and every refused call.'],
  auth: [
    'Authentication',
    'Signing in and out, sessions, passwords, one-time codes, the workspace of a session.',
  ],
  billing: ['Billing', 'The subscription of the workspace and its payments.'],
  'call-recordings': ['Call recordings', 'Recordings of calls, and their transcripts.'],
  'call-templates': ['Call templates', 'Guides for calls of one kind.'],
  calls: ['Calls', 'Planned and held calls.'],
  campaigns: ['Campaigns', 'Campaigns, their audiences and results.'],
  checkout: ['Checkout', 'Paying for a subscription.'],
  clients: ['Clients', 'Companies with a client number: linking, status and overview.'],
  comments: ['Comments', 'Comments on records.'],
  communications: ['Communications', 'Messages sent and received, and their threads.'],
  companies: [
    'Companies',
    'Organizations, their websites, email domains and notes; finding and merging duplicates.',
  ],
  competitors: ['Competitors', 'Competitors and what is known of them.'],
  contacts: [
    'Contacts',
    'People: their companies, contact methods, consent and relationship; duplicates, merging, erasure.',
  ],
  content: ['Content', 'Drafts of content, their review and delivery.'],
  'custom-fields': ['Custom fields', 'Fields that the workspace defines on its records.'],
  deals: ['Deals', 'Opportunities, pipelines, stages, forecast, and the lineage of contracts.'],
  health: ['Health', 'Whether the service is alive and ready.'],
  import: ['Imports', 'Importing records from files.'],
  invitations: ['Invitations', 'Accepting an invitation to a workspace.'],
  invoices: ['Invoices', 'Invoices, their payments and documents.'],
  jobs: ['Jobs', 'Work in the background: progress, results, cancellation.'],
  members: ['Members', 'People of the workspace and their roles.'],
  models: ['Models', 'Which model does which work.'],
  'my-work': ['My work', 'What waits for the signed-in person.'],
  notifications: ['Notifications', 'Notifications of the signed-in person.'],
  numbering: ['Numbering', 'Series of numbers for clients and documents.'],
  outreach: ['Outreach', 'Sequences of messages to contacts.'],
  'pm-import': ['Project imports', 'Importing projects from other tools.'],
  'project-templates': ['Project templates', 'Templates from which projects are made.'],
  projects: ['Projects', 'Projects of clients and their milestones.'],
  pulse: ['Pulse', 'Signals about markets and accounts, and watched topics.'],
  quotes: ['Quotes', 'Quotes, from draft to acceptance.'],
  reactions: ['Reactions', 'Reactions to records and comments.'],
  roles: ['Roles', 'Roles and their permissions.'],
  rooms: ['Rooms', 'Rooms that are shared with people outside by a link.'],
  'saved-views': ['Saved views', 'Filters, orders and columns of lists, kept under a name.'],
  signing: ['Signing', 'Envelopes of documents to sign, and their signers.'],
  sso: ['Single sign-on', 'The identity provider of the workspace.'],
  support: ['Support', 'Tickets of clients.'],
  tasks: ['Tasks', 'Tasks of projects.'],
  tenant: ['Workspace settings', 'Name, locale, policies and allowed origins of the workspace.'],
  'tenant-health': ['Workspace health', 'What in the workspace needs attention.'],
  webhooks: ['Webhooks', 'Subscriptions to events, and their deliveries.'],
  'work-orders': ['Work orders', 'Work orders, from approval to completion.'],
};

/** The tag of the events under `webhooks`. */
export const EVENTS_TAG = 'Events';

/** Returns the name of an operation's tag: by the first segment of its path after /api, or after /api/settings. */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const [group = '', next] = path.split('/').slice(2);
  const segment = group === 'settings' && next ? next : group;
  return TAGS[segment]?.[0] ?? titleOf(segment);
}

/** Returns the tags of operations with their descriptions, in order of name. */
export function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const descriptions = new Map(Object.values(TAGS));
  return [...new Set(operations.map(tagOf))]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ name, description: descriptions.get(name) ?? `Operations on ${name.toLowerCase()}.` }));
}

function titleOf(segment: string): string {
  const words = segment.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
