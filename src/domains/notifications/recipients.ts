// Which events notify whom, and in which words (section 9 of the details of the dashboard, point 1).
import type { EventType } from '../../events/catalogue.ts';
import type { EmittedChange } from '../../operations/context.ts';
import type { Category } from './rules.ts';

/** Whom an event concerns. */
export interface Audience {
  category: Category;
  /** What the notification says after the name of who did it: "assigned this task to you." */
  says: string;
  /** People by id. */
  users?: readonly string[];
  /** The holders of system roles. */
  roles?: readonly string[];
  /** The people who hold a permission. */
  holdersOf?: string;
  /** The members, the owner and the watchers of a project. */
  projectId?: string;
  /** Whether the people by id are notified of what they did themselves, as for the security of their accounts. */
  alsoActor?: true;
  /** Whether the service that causes the event mails these people at once itself, so that the notification does not. */
  hasOwnMail?: true;
}

type Rule = (change: EmittedChange, creator: string | null) => Audience | undefined;

const ADMINS = ['owner', 'admin'];

/** The rules by event; events of records that people watch notify the watchers besides. */
const RULES: Partial<Record<EventType, Rule>> = {
  'task.created': assigned('assigned this task to you.'),
  'task.updated': assigned('assigned this task to you.'),
  'task.assigned': assigned('assigned this task to you.'),
  'task.status_changed': assigned('assigned this task to you.'),
  'ticket.created': assigned('assigned this ticket to you.', 'ticket_assigned'),
  'ticket.updated': assigned('assigned this ticket to you.', 'ticket_assigned'),
  'ticket.assigned': assigned('assigned this ticket to you.', 'ticket_assigned'),
  'ticket.status_changed': assigned('assigned this ticket to you.', 'ticket_assigned'),
  'ticket.replied': ofAssignee('ticket_reply', 'wrote on the ticket.'),
  'ticket.sla_at_risk': ofAssignee('sla_risk', 'The ticket is about to miss its service level.'),
  'ticket.sla_breached': ofAssignee('sla_risk', 'The ticket has missed its service level.'),
  'action_item.added': assigned('assigned this action item to you.'),
  'action_item.updated': assigned('assigned this action item to you.'),
  'project.updated': ofProject('changed the project.'),
  'project.status_changed': ofProject('changed the status of the project.'),
  'project.deleted': ofProject('deleted the project.'),
  'project.restored': ofProject('restored the project.'),
  'milestone.completed': ({ data }) => ({
    category: 'project_update',
    says: 'completed a milestone of the project.',
    projectId: data!.project_id as string,
  }),
  'proposal.queued': () => ({
    category: 'approval_requested',
    says: 'asks for the approval of an action.',
    roles: ADMINS,
    hasOwnMail: true,
  }),
  'quote.accepted': ofCreator('quote_decision', 'The quote was accepted.'),
  'quote.declined': ofCreator('quote_decision', 'The quote was declined.'),
  'invoice.paid': ofCreator('invoice_paid', 'The invoice is paid.'),
  'invoice.overdue': ofCreator('invoice_overdue', 'The invoice is overdue.'),
  'import.validated': waitingForApproval,
  'import.completed': ofImporter(
    ({ created, updated, skipped, failed, invalid }) =>
      `The import is finished: ${created} created, ${updated} updated, ${skipped} skipped, ${failed + invalid} failed.`,
  ),
  'import.failed': ofImporter(({ failed }) =>
    failed ? `The import failed; ${failed} rows have errors.` : 'The import failed.',
  ),
  'import.cancelled': ofImporter(() => 'The import was cancelled.'),
  'envelope.completed': (change, creator) =>
    ofCreator('envelope_completed', completion(change))(change, creator),
  'envelope.declined': ofCreator('envelope_declined', 'A recipient declined the envelope.'),
  'billing.payment_failed': ofOwners('A payment for the plan failed; please check the payment method.'),
  'billing.restricted': ofOwners('The subscription is unpaid, so nothing can be changed until it is paid.'),
  'billing.subscription_canceled': ofOwners('The subscription has ended; the free plan applies.'),
  'billing.usage_reached': (change) => ofOwners(usageLine(change))(change, null),
  'webhook.disabled': ownMail(ofRoles(ADMINS, 'The webhook was disabled because its deliveries failed.')),
  'api_token.expiring': ownMail(ofRoles(ADMINS, 'The API token is about to expire.')),
  'api_token.created': ofRoles(['owner'], 'created this API token.'),
  'auth.password_changed': ownMail(ofAccount('Your password was changed.')),
  'auth.password_reset': ownMail(ofAccount('Your password was reset.')),
  'auth.mfa_enabled': ofAccount('Two-factor authentication was switched on for your account.'),
  'auth.mfa_disabled': ownMail(ofAccount('Two-factor authentication was switched off for your account.')),
  'auth.refresh_reuse_detected': ownMail(ofAccount('A session of yours was used twice and has been ended.')),
};

/**
 * Returns whom an event concerns besides the watchers of its record; undefined if nobody.
 * @param creator the person who created the record
 */
export function audienceOf(type: EventType, change: EmittedChange): Audience | undefined {
  return RULES[type]?.(change, creatorOf(change));
}

function creatorOf({ object, after }: EmittedChange): string | null {
  const { createdBy } = { ...after, ...object } as { createdBy?: { type: string; id: string | null } };
  return createdBy?.type === 'user' ? createdBy.id : null;
}

/** The assignees whom the change added. */
function assigned(says: string, category: Category = 'task_assigned'): Rule {
  return ({ before, after }) => {
    const former = assigneesOf(before);
    const users = assigneesOf(after).filter((id) => !former.includes(id));
    return users.length ? { category, says, users } : undefined;
  };
}

function assigneesOf(record: object = {}): string[] {
  const { assigneeIds, assigneeUserId } = record as {
    assigneeIds?: string[];
    assigneeUserId?: string | null;
  };
  return assigneeIds ?? (assigneeUserId ? [assigneeUserId] : []);
}

/** The assignee of the record as it is. */
function ofAssignee(category: Category, says: string): Rule {
  return ({ object, after }) => {
    const users = assigneesOf({ ...object, ...after });
    return users.length ? { category, says, users } : undefined;
  };
}

function ofProject(says: string): Rule {
  return ({ object }) => ({ category: 'project_update', says, projectId: object.id });
}

function ofCreator(category: Category, says: string): Rule {
  return (_, creator) => (creator ? { category, says, users: [creator] } : undefined);
}

/** An import whose dry run has rows to write. */
function waitingForApproval({ object }: EmittedChange): Audience | undefined {
  const { status, counts } = object as unknown as { status: string; counts: { pending: number } };
  if (status !== 'validated' || counts.pending === 0) return undefined;
  return {
    category: 'approval_requested',
    says: 'The import waits for approval.',
    holdersOf: 'imports.approve',
  };
}

type Counts = Record<'created' | 'updated' | 'skipped' | 'failed' | 'invalid', number>;

/** Who uploaded an import, and who executed it. */
function ofImporter(says: (counts: Counts) => string): Rule {
  return ({ data }, creator) => {
    const { counts, executed_by: executor } = data as { counts: Counts; executed_by: string | null };
    const users = [creator, executor].filter((id) => id !== null);
    return { category: 'import_finished', says: says(counts), users };
  };
}

function completion({ data }: EmittedChange): string {
  const kept = data?.source_unchanged as string | undefined;
  return kept
    ? `The envelope is completed; its ${kept.replace('_', ' ')} stays as it is, because its state allows no change.`
    : 'The envelope is completed.';
}

function ofRoles(roles: readonly string[], says: string): Rule {
  return () => ({ category: 'security', says, roles });
}

function ofOwners(says: string): Rule {
  return () => ({ category: 'billing_alert', says, roles: ['owner'] });
}

function usageLine({ data }: EmittedChange): string {
  const { meter, threshold } = data as { meter: string; threshold: number };
  return `${threshold} % of the ${meter.replace('_', ' ')} of the plan are used.`;
}

function ofAccount(says: string): Rule {
  return ({ object, refusal }) =>
    refusal ? undefined : { category: 'security', says, users: [object.id], alsoActor: true };
}

/** The same people, whom the service that causes the event mails itself. */
function ownMail(rule: Rule): Rule {
  return (change, creator) => {
    const audience = rule(change, creator);
    return audience && { ...audience, hasOwnMail: true };
  };
}
