// The catalogue of events: what can happen to a record, and the line for it on the timeline. One change is one event.
import { type BulkEvent, bulkMutations } from '../sdl/bulk.ts';
import { recordTypes } from '../sdl/records.ts';
import { loadObjectTypes } from '../sdl/type-defs.ts';
import { BILLING_EVENTS } from './billing-events.ts';
import { CAMPAIGN_EVENTS } from './campaign-events.ts';
import { CONTENT_EVENTS } from './content-events.ts';
import { PLATFORM_EVENTS } from './platform-events.ts';
import { SETUP_EVENTS } from './setup-events.ts';
import { SUPPORT_EVENTS } from './support-events.ts';

export interface EventKind {
  /** The type of the object in webhooks, singular snake_case. */
  object: string;
  /** The text of the line on the timelines of the records concerned. */
  line: string;
  /** Only stored in the audit: neither crm.md section 15 nor platform.md §9 publishes it. */
  isInternal?: true;
  /** Only sent to the webhook that it concerns, not by subscription. */
  isDirect?: true;
}

/**
 * Events in addition to those of every record: crm.md section 15, and platform.md §9 for what it does not cover (spec
 * README point 7).
 */
const FURTHER_EVENTS = {
  'company.merged': { object: 'company', line: 'Companies merged' },
  'company.merge_undone': { object: 'company', line: 'Merge of companies undone' },
  'company.bulk_updated': { object: 'company', line: 'Companies changed in bulk' },
  'company.identifier_added': { object: 'company_identifier', line: 'Identifier added' },
  'company.identifier_updated': { object: 'company_identifier', line: 'Identifier changed' },
  'company.identifier_removed': { object: 'company_identifier', line: 'Identifier removed' },
  'company.duplicate_dismissed': { object: 'company', line: 'Marked as not a duplicate' },
  'client.created': { object: 'client', line: 'Client created' },
  'client.linked': { object: 'client', line: 'Became a client' },
  'client.reactivated': { object: 'client', line: 'Became a client again' },
  'client.status_changed': { object: 'client', line: 'Client status changed' },
  'client.number_changed': { object: 'client', line: 'Client number changed' },
  'client.deactivated': { object: 'client', line: 'Stopped being a client' },
  'contact.merged': { object: 'contact', line: 'Contacts merged' },
  'contact.merge_undone': { object: 'contact', line: 'Merge of contacts undone' },
  'contact.erased': { object: 'contact', line: 'Contact erased' },
  'contact.consent_changed': { object: 'contact', line: 'Consent changed' },
  'contact.unsubscribed': { object: 'contact', line: 'Unsubscribed from mail' },
  'contact.bulk_updated': { object: 'contact', line: 'Contacts changed in bulk' },
  'contact.bulk_deleted': { object: 'contact', line: 'Contacts deleted in bulk' },
  'contact.duplicate_dismissed': { object: 'contact', line: 'Marked as not a duplicate' },
  'contact.method_added': { object: 'contact_method', line: 'Contact method added' },
  'contact.method_updated': { object: 'contact_method', line: 'Contact method changed' },
  'contact.method_removed': { object: 'contact_method', line: 'Contact method removed' },
  'contact.company_added': { object: 'contact', line: 'Company of the contact added' },
  'contact.company_updated': { object: 'contact', line: 'Company of the contact changed' },
  'contact.company_removed': { object: 'contact', line: 'Company of the contact removed' },
  'deal.stage_changed': { object: 'deal', line: 'Deal moved' },
  'deal.won': { object: 'deal', line: 'Deal won' },
  'deal.lost': { object: 'deal', line: 'Deal lost' },
  'deal.handed_off': { object: 'deal', line: 'Deal handed off' },
  'deal.reopened': { object: 'deal', line: 'Deal reopened' },
  'deal.bulk_moved': { object: 'deal', line: 'Deals moved in bulk' },
  'deal.contact_added': { object: 'deal', line: 'Contact of the deal added' },
  'deal.contact_updated': { object: 'deal', line: 'Contact of the deal changed' },
  'deal.contact_removed': { object: 'deal', line: 'Contact of the deal removed' },
  'battlecard.published': { object: 'competitor', line: 'Battlecard published' },
  'pulse_topic.created': { object: 'pulse_topic', line: 'Topic watched', isInternal: true },
  'pulse_topic.updated': { object: 'pulse_topic', line: 'Topic changed', isInternal: true },
  'deal_pipeline.created': { object: 'deal_pipeline', line: 'Pipeline created' },
  'deal_pipeline.updated': { object: 'deal_pipeline', line: 'Pipeline changed' },
  'deal_pipeline.deleted': { object: 'deal_pipeline', line: 'Pipeline deleted' },
  'deal_pipeline.stage_added': { object: 'deal_pipeline', line: 'Stage added' },
  'deal_pipeline.stage_updated': { object: 'deal_pipeline', line: 'Stage changed' },
  'deal_pipeline.stage_deleted': { object: 'deal_pipeline', line: 'Stage deleted' },
  'call.completed': { object: 'call', line: 'Call completed' },
  'outreach_sequence.created': { object: 'outreach_sequence', line: 'Sequence created', isInternal: true },
  'outreach_sequence.updated': { object: 'outreach_sequence', line: 'Sequence changed', isInternal: true },
  'outreach_sequence.deleted': { object: 'outreach_sequence', line: 'Sequence archived', isInternal: true },
  'outreach_sequence.activated': {
    object: 'outreach_sequence',
    line: 'Sequence activated',
    isInternal: true,
  },
  'outreach_sequence.paused': { object: 'outreach_sequence', line: 'Sequence paused', isInternal: true },
  'outreach.enrolled': { object: 'outreach_enrolment', line: 'Enrolled in a sequence' },
  'outreach.replied': { object: 'outreach_enrolment', line: 'Answered a sequence' },
  'outreach.stopped': { object: 'outreach_enrolment', line: 'Sequence stopped' },
  'outreach.completed': { object: 'outreach_enrolment', line: 'Sequence completed', isInternal: true },
  'call_recording.ready': { object: 'call_recording', line: 'Recording ready' },
  'call_recording.transcribed': { object: 'call_recording', line: 'Recording transcribed' },
  'call_template.created': { object: 'call_template', line: 'Call template created', isInternal: true },
  'call_template.updated': { object: 'call_template', line: 'Call template changed', isInternal: true },
  'call_template.deleted': { object: 'call_template', line: 'Call template archived', isInternal: true },
  'communication.received': { object: 'communication', line: 'Message received' },
  'communication.sent': { object: 'communication', line: 'Message sent' },
  'communication.delivered': { object: 'communication', line: 'Message delivered' },
  'communication.bounced': { object: 'communication', line: 'Message bounced' },
  'communication.failed': { object: 'communication', line: 'Message could not be sent' },
  'communication.queued': { object: 'communication', line: 'Message queued', isInternal: true },
  'communication.scheduled': { object: 'communication', line: 'Message scheduled', isInternal: true },
  'communication.cancelled': { object: 'communication', line: 'Sending cancelled', isInternal: true },
  // The object of every event of a room is the room; what else it is about is beside it.
  'room.published': { object: 'room', line: 'Room published' },
  'room.closed': { object: 'room', line: 'Room closed' },
  'room.link_created': { object: 'room', line: 'Link to the room created' },
  'room.link_updated': { object: 'room', line: 'Link to the room changed' },
  'room.link_revoked': { object: 'room', line: 'Link to the room revoked' },
  'room.visited': { object: 'room', line: 'Room visited' },
  'room.nda_accepted': { object: 'room', line: 'Non-disclosure agreement accepted' },
  'room.commented': { object: 'room', line: 'Comment in the room' },
  'room.reordered': { object: 'room', line: 'Items of the room ordered', isInternal: true },
  'room.nda_set': { object: 'room', line: 'Non-disclosure agreement set', isInternal: true },
  'room.file_uploaded': { object: 'room', line: 'File uploaded', isInternal: true },
  'room.comment_moderated': { object: 'room', line: 'Comment moderated', isInternal: true },
  'room.access_refused': { object: 'room', line: 'Visitor refused', isInternal: true },
  'room_item.created': { object: 'room_item', line: 'Item added to the room' },
  'room_item.updated': { object: 'room_item', line: 'Item of the room changed' },
  'room_item.deleted': { object: 'room_item', line: 'Item of the room removed' },
  'relationship.updated': { object: 'contact', line: 'Relationship changed' },
  'relationship_outcome.recorded': { object: 'relationship_outcome', line: 'Relationship outcome recorded' },
  'relationship_outcome.confirmed': {
    object: 'relationship_outcome',
    line: 'Relationship outcome confirmed',
  },
  'relationship_outcome.corrected': {
    object: 'relationship_outcome',
    line: 'Relationship outcome corrected',
  },
  'note.added': { object: 'note', line: 'Note added' },
  'note.updated': { object: 'note', line: 'Note changed' },
  'note.deleted': { object: 'note', line: 'Note deleted' },
  // An activity is itself a line on the timeline, so these events are written without links.
  'activity.created': { object: 'activity', line: 'Activity logged', isInternal: true },
  'activity.updated': { object: 'activity', line: 'Activity changed', isInternal: true },
  'activity.deleted': { object: 'activity', line: 'Activity deleted', isInternal: true },
  'action_item.added': { object: 'action_item', line: 'Action item added', isInternal: true },
  'action_item.updated': { object: 'action_item', line: 'Action item changed', isInternal: true },
  'action_item.completed': { object: 'action_item', line: 'Action item done' },
  // Delivery (delivery.md section 2).
  'project.status_changed': { object: 'project', line: 'Project status changed' },
  'project.contacts_changed': {
    object: 'project',
    line: 'Contacts of the project changed',
    isInternal: true,
  },
  'project.partners_changed': {
    object: 'project',
    line: 'Partners of the project changed',
    isInternal: true,
  },
  'project.members_changed': { object: 'project', line: 'Members of the project changed', isInternal: true },
  'project.board_changed': { object: 'project', line: 'Board of the project changed', isInternal: true },
  'task.status_changed': { object: 'task', line: 'Task status changed' },
  'task.completed': { object: 'task', line: 'Task completed' },
  'task.assigned': { object: 'task', line: 'Task assigned' },
  'task.overdue': { object: 'task', line: 'Task overdue' },
  'task.links_changed': { object: 'task', line: 'Links of the task changed', isInternal: true },
  'task.checklist_changed': { object: 'task', line: 'Checklist of the task changed', isInternal: true },
  'task.bulk_updated': { object: 'task', line: 'Tasks changed in bulk', isInternal: true },
  'time_entry.created': { object: 'time_entry', line: 'Time logged', isInternal: true },
  'time_entry.updated': { object: 'time_entry', line: 'Time changed', isInternal: true },
  'time_entry.deleted': { object: 'time_entry', line: 'Time deleted', isInternal: true },
  'time_entry.approved': { object: 'time_entry', line: 'Time approved' },
  'milestone.created': { object: 'milestone', line: 'Milestone created', isInternal: true },
  'milestone.updated': { object: 'milestone', line: 'Milestone changed', isInternal: true },
  'milestone.deleted': { object: 'milestone', line: 'Milestone deleted', isInternal: true },
  'milestone.completed': { object: 'milestone', line: 'Milestone completed' },
  // Access: platform.md §9.
  'role.created': { object: 'role', line: 'Role created' },
  'role.updated': { object: 'role', line: 'Role changed' },
  'role.deleted': { object: 'role', line: 'Role deleted' },
  'api_token.created': { object: 'api_token', line: 'API token created' },
  'api_token.updated': { object: 'api_token', line: 'API token changed', isInternal: true },
  'api_token.rotated': { object: 'api_token', line: 'API token rotated' },
  'api_token.revoked': { object: 'api_token', line: 'API token revoked' },
  'api_token.expiring': { object: 'api_token', line: 'API token about to expire' },
  'tenant.updated': { object: 'tenant', line: 'Workspace settings changed' },
  // Single sign-on.
  'sso_connection.updated': {
    object: 'sso_connection',
    line: 'Single sign-on connection changed',
    isInternal: true,
  },
  'sso_connection.sign_in_refused': {
    object: 'sso_connection',
    line: 'Sign-in by the identity provider refused',
    isInternal: true,
  },
  'member.joined': { object: 'member', line: 'Member joined' },
  'member.updated': { object: 'member', line: 'Member changed' },
  'auth.signed_in': { object: 'user', line: 'Signed in', isInternal: true },
  // Jobs and audit.
  'import.uploaded': { object: 'import', line: 'File uploaded for import', isInternal: true },
  'import.mapped': { object: 'import', line: 'Import mapped', isInternal: true },
  'import.validating': { object: 'import', line: 'Dry run started', isInternal: true },
  'import.validated': { object: 'import', line: 'Dry run finished', isInternal: true },
  'import.row_fixed': { object: 'import', line: 'Row of the import changed', isInternal: true },
  'import.approved': { object: 'import', line: 'Import approved', isInternal: true },
  'import.started': { object: 'import', line: 'Import started', isInternal: true },
  'import.discarded': { object: 'import', line: 'Import discarded', isInternal: true },
  'import.rollback_started': { object: 'import', line: 'Rollback started', isInternal: true },
  'import.completed': { object: 'import', line: 'Import finished' },
  'import.failed': { object: 'import', line: 'Import failed' },
  'import.cancelled': { object: 'import', line: 'Import cancelled' },
  'import.rolled_back': { object: 'import', line: 'Import rolled back' },
  'batch.requested': { object: 'batch', line: 'Batch requested', isInternal: true },
  'batch.retried': { object: 'batch', line: 'Failed items of a batch retried', isInternal: true },
  'job.requested': { object: 'job', line: 'Job requested', isInternal: true },
  'job.repeated': { object: 'job', line: 'Job started again', isInternal: true },
  'job.cancelled': { object: 'job', line: 'Job cancelled', isInternal: true },
  'job.completed': { object: 'job', line: 'Job done' },
  'job.failed': { object: 'job', line: 'Job failed' },
  'audit_log.exported': { object: 'audit_log', line: 'Audit log exported' },
  // Webhooks.
  'webhook.created': { object: 'webhook', line: 'Webhook created', isInternal: true },
  'webhook.updated': { object: 'webhook', line: 'Webhook changed', isInternal: true },
  'webhook.deleted': { object: 'webhook', line: 'Webhook deleted', isInternal: true },
  'webhook.secret_rotated': { object: 'webhook', line: 'Secret of the webhook rotated', isInternal: true },
  'webhook.delivery_replayed': { object: 'webhook', line: 'Delivery replayed', isInternal: true },
  'webhook.recovery_started': { object: 'webhook', line: 'Recovery of deliveries started', isInternal: true },
  'webhook.disabled': { object: 'webhook', line: 'Webhook disabled' },
  'webhook.test': { object: 'webhook', line: 'Webhook tested', isDirect: true },
  // Commercial documents.
  'envelope.sent': { object: 'envelope', line: 'Envelope sent for signature' },
  'envelope.viewed': { object: 'envelope', line: 'Envelope viewed' },
  'envelope.signed': { object: 'envelope', line: 'Envelope signed' },
  'envelope.completed': { object: 'envelope', line: 'Envelope completed' },
  'envelope.declined': { object: 'envelope', line: 'Envelope declined' },
  'envelope.voided': { object: 'envelope', line: 'Envelope voided' },
  'envelope.expired': { object: 'envelope', line: 'Envelope expired' },
  'envelope.reminded': { object: 'envelope', line: 'Recipients reminded', isInternal: true },
  'quote.sent': { object: 'quote', line: 'Quote sent' },
  'quote.viewed': { object: 'quote', line: 'Quote viewed by the client' },
  'quote.accepted': { object: 'quote', line: 'Quote accepted' },
  'quote.declined': { object: 'quote', line: 'Quote declined' },
  'quote.expired': { object: 'quote', line: 'Quote expired' },
  'quote.cancelled': { object: 'quote', line: 'Quote cancelled' },
  'quote.revised': { object: 'quote', line: 'Quote revised' },
  'quote.superseded': { object: 'quote', line: 'Quote superseded by a revision' },
  'quote.converted': { object: 'quote', line: 'Quote converted' },
  'work_order.status_changed': { object: 'work_order', line: 'Status of the work order changed' },
  'work_order.completed': { object: 'work_order', line: 'Work order completed' },
  'work_order.cancelled': { object: 'work_order', line: 'Work order cancelled' },
  'work_order.delivered': { object: 'work_order', line: 'Delivery recorded' },
  'work_order.converted': { object: 'work_order', line: 'Work order invoiced' },
  'invoice.issued': { object: 'invoice', line: 'Invoice issued' },
  'invoice.sent': { object: 'invoice', line: 'Invoice sent' },
  'invoice.viewed': { object: 'invoice', line: 'Invoice viewed by the client' },
  'invoice.reminded': { object: 'invoice', line: 'Reminder sent' },
  'invoice.partially_paid': { object: 'invoice', line: 'Invoice partially paid' },
  'invoice.paid': { object: 'invoice', line: 'Invoice paid' },
  'invoice.overdue': { object: 'invoice', line: 'Invoice overdue' },
  'invoice.voided': { object: 'invoice', line: 'Invoice voided' },
  'invoice.written_off': { object: 'invoice', line: 'Invoice written off' },
  'credit_note.issued': { object: 'invoice', line: 'Credit note issued' },
  'credit_note.voided': { object: 'invoice', line: 'Credit note voided' },
  ...BILLING_EVENTS,
  ...CAMPAIGN_EVENTS,
  ...SUPPORT_EVENTS,
  ...CONTENT_EVENTS,
  ...SETUP_EVENTS,
  ...PLATFORM_EVENTS,
  // Identity. Actions of a person on their own account appear in the audit of each of their workspaces.
  'auth.sign_in_failed': { object: 'user', line: 'Sign-in refused', isInternal: true },
  'auth.tenant_selected': { object: 'user', line: 'Workspace chosen', isInternal: true },
  'auth.signed_out': { object: 'user', line: 'Signed out', isInternal: true },
  'auth.session_revoked': { object: 'user', line: 'Device signed out', isInternal: true },
  'auth.refresh_reuse_detected': { object: 'user', line: 'A used refresh token was presented again' },
  'auth.re_authenticated': { object: 'user', line: 'Identity confirmed again', isInternal: true },
  'auth.re_authentication_failed': { object: 'user', line: 'Re-authentication failed', isInternal: true },
  'auth.password_changed': { object: 'user', line: 'Password changed', isInternal: true },
  'auth.password_reset_requested': { object: 'user', line: 'Password reset link sent', isInternal: true },
  'auth.password_reset': { object: 'user', line: 'Password reset by mail', isInternal: true },
  'auth.mfa_enabled': { object: 'user', line: 'One-time codes switched on', isInternal: true },
  'auth.mfa_disabled': { object: 'user', line: 'One-time codes switched off', isInternal: true },
  'auth.profile_updated': { object: 'user', line: 'Profile changed', isInternal: true },
  'member.invited': { object: 'member', line: 'Member invited' },
  'member.invitation_revoked': { object: 'member', line: 'Invitation withdrawn', isInternal: true },
  'member.removed': { object: 'member', line: 'Member removed' },
  // Agents, their policy and their proposals.
  'agent.created': { object: 'agent', line: 'Agent registered' },
  'agent.updated': { object: 'agent', line: 'Agent changed', isInternal: true },
  'agent.paused': { object: 'agent', line: 'Agent paused' },
  'agent.resumed': { object: 'agent', line: 'Agent active again', isInternal: true },
  'agent.retired': { object: 'agent', line: 'Agent retired' },
  'agent_policy.updated': { object: 'agent_policy', line: 'Automation policy changed' },
  'proposal.queued': { object: 'proposal', line: 'Action proposed' },
  'proposal.approved': { object: 'proposal', line: 'Proposal approved' },
  'proposal.rejected': { object: 'proposal', line: 'Proposal rejected' },
  'proposal.cancelled': { object: 'proposal', line: 'Proposal cancelled' },
  'proposal.expired': { object: 'proposal', line: 'Proposal expired' },
  'proposal.executed': { object: 'proposal', line: 'Proposed action done' },
  'proposal.execution_failed': { object: 'proposal', line: 'Proposed action failed' },
  // Provider keys, models, the assistant.
  'provider_key.created': { object: 'provider_key', line: 'Provider key stored', isInternal: true },
  'provider_key.updated': { object: 'provider_key', line: 'Provider key changed', isInternal: true },
  'provider_key.deleted': { object: 'provider_key', line: 'Provider key erased', isInternal: true },
  'model_route.set': { object: 'model_route', line: 'Model set', isInternal: true },
  'assistant.settings_updated': { object: 'assistant', line: 'Assistant settings changed', isInternal: true },
  'assistant.answered': { object: 'assistant_conversation', line: 'Assistant answered', isInternal: true },
  'assistant.conversation_deleted': {
    object: 'assistant_conversation',
    line: 'Conversation with the assistant erased',
    isInternal: true,
  },
} as const satisfies Record<string, EventKind>;

/** Events of every kind of record, and how their timeline lines end; `restored` only where an operation restores. */
const RECORD_EVENTS = { created: 'created', updated: 'changed', deleted: 'deleted', restored: 'restored' };

/** The fields of Mutation, among them those that restore a record. */
const MUTATIONS = new Set(
  loadObjectTypes()
    .get('Mutation')!
    .fields.map(({ name }) => name.value),
);

const BULK_LINES = {
  create: 'created',
  upsert: 'created or changed',
  delete: 'deleted',
  restore: 'restored',
};

export type EventType = BulkEvent | keyof typeof FURTHER_EVENTS | `${string}.${keyof typeof RECORD_EVENTS}`;

/** Every event by type. */
export const EVENTS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ...recordTypes().flatMap(({ type, name, events }) =>
    Object.entries(RECORD_EVENTS)
      .filter(([verb]) => verb !== 'restored' || MUTATIONS.has(`restore${type}`))
      .map(([verb, past]): [string, EventKind] => [
        `${events}.${verb}`,
        {
          object: name,
          line: `${type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${past}`,
        },
      ]),
  ),
  ...bulkMutations(loadObjectTypes()).map(({ event, kind, nouns, verb }): [string, EventKind] => [
    event,
    { object: kind, line: `${nouns[0]!.toUpperCase()}${nouns.slice(1)} ${BULK_LINES[verb]} in bulk` },
  ]),
  ...Object.entries(FURTHER_EVENTS),
]);

/** Returns the catalogue entry of an event. @throws Error for an unknown event */
export function eventKind(type: string): EventKind {
  const kind = EVENTS.get(type);
  if (!kind) throw new Error(`There is no event ${type}.`);
  return kind;
}
