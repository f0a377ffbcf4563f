// The categories of notifications, their defaults, and when a mail about one is due (delivery.md section 1.3, and section
// 9 of its details).
import { type FieldFault, ServiceError } from '../../errors.ts';

export const CATEGORIES = [
  ...['task_assigned', 'task_due', 'mention', 'comment_reply', 'project_update', 'record_update'],
  ...['approval_requested', 'quote_decision', 'invoice_paid', 'invoice_overdue'],
  ...['envelope_completed', 'envelope_declined', 'envelope_expiring'],
  ...['ticket_assigned', 'ticket_reply', 'sla_risk', 'import_finished', 'billing_alert', 'security'],
] as const;

/** The kinds of records that people can watch. */
export type SubscribableEntity =
  | 'call'
  | 'communication'
  | 'company'
  | 'competitor'
  | 'contact'
  | 'deal'
  | 'envelope'
  | 'import'
  | 'invoice'
  | 'milestone'
  | 'project'
  | 'quote'
  | 'room'
  | 'task'
  | 'ticket'
  | 'work_order';

export type Category = (typeof CATEGORIES)[number];
export type Priority = 'low' | 'normal' | 'high';
export type NotificationState = 'unread' | 'read' | 'archived';
export type InAppMode = 'instant' | 'off';
export type MailMode = 'instant' | 'hourly' | 'daily' | 'off';

/** The channels of a category, in wire form. */
export interface Channels {
  in_app: InAppMode;
  email: MailMode;
}
export type Preferences = Partial<Record<Category, Channels>>;

/** Hours of the day without mails, such as 20:00 to 07:00. */
export interface QuietHours {
  from: string;
  to: string;
  timeZone: string;
}

const MAILED_AT_ONCE: ReadonlySet<Category> = new Set([
  ...(['security', 'billing_alert', 'approval_requested', 'mention', 'task_assigned'] as const),
  ...(['ticket_assigned', 'sla_risk', 'envelope_declined'] as const),
]);
const HIGH: ReadonlySet<Category> = new Set(['approval_requested', 'sla_risk', 'billing_alert', 'security']);
/** Owners of a workspace cannot switch these off. */
const NOT_FOR_OWNERS: readonly Category[] = ['billing_alert', 'security'];
/** Muting a record does not silence these. */
export const UNMUTABLE: readonly Category[] = ['mention', 'security', 'approval_requested'];

const MODES: Record<keyof Channels, readonly string[]> = {
  in_app: ['instant', 'off'],
  email: ['instant', 'hourly', 'daily', 'off'],
};

export function priorityOf(category: Category): Priority {
  return HIGH.has(category) ? 'high' : 'normal';
}

export function defaultChannels(category: Category): Channels {
  return { in_app: 'instant', email: MAILED_AT_ONCE.has(category) ? 'instant' : 'daily' };
}

/** Returns the channels of every category. */
export function allChannels(preferences: Preferences): Record<Category, Channels> {
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, preferences[category] ?? defaultChannels(category)]),
  ) as Record<Category, Channels>;
}

/**
 * Reads the preferences that a person sent; a channel that is left out has its default.
 * @throws VALIDATION_ERROR for an unknown category, channel or mode, and for what an owner may not switch off
 */
export function readPreferences(input: Record<string, unknown>, isOwner: boolean): Preferences {
  const fields: FieldFault[] = [];
  const refuse = (path: string, rule: string, message: string) =>
    fields.push({ path: `preferences.${path}`.slice(0, 200), rule, message });
  const preferences: Preferences = {};
  for (const [name, value] of Object.entries(input)) {
    const category = CATEGORIES.find((one) => one === name);
    if (!category) refuse(name, 'unknown_field', 'There is no such category of notifications.');
    else if (value === null || typeof value !== 'object' || Array.isArray(value))
      refuse(name, 'type', 'Give an object with in_app and email.');
    else preferences[category] = readChannels(category, value as Record<string, unknown>, isOwner, refuse);
  }
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  return preferences;
}

function readChannels(
  category: Category,
  value: Record<string, unknown>,
  isOwner: boolean,
  refuse: (path: string, rule: string, message: string) => void,
): Channels {
  const channels = { ...defaultChannels(category) };
  for (const [channel, mode] of Object.entries(value)) {
    const path = `${category}.${channel}`;
    const modes = MODES[channel as keyof Channels];
    if (!modes) refuse(path, 'unknown_field', 'The channels are in_app and email.');
    else if (!modes.includes(mode as string)) refuse(path, 'enum', `Give one of ${modes.join(', ')}.`);
    else if (mode === 'off' && isOwner && NOT_FOR_OWNERS.includes(category))
      refuse(path, 'not_for_owners', 'Owners cannot switch this off.');
    else Object.assign(channels, { [channel]: mode });
  }
  return channels;
}

/** The time of day (HH:MM) of an instant in a time zone. */
export function timeOfDay(instant: Date, timeZone: string): string {
  return instant.toLocaleTimeString('sv', { timeZone, hour: '2-digit', minute: '2-digit' });
}

/** Tells whether an instant falls into quiet hours, which may go past midnight. Equal ends mean none. */
export function isQuiet(now: Date, quietHours: QuietHours | null): boolean {
  if (!quietHours) return false;
  const { from, to, timeZone } = quietHours;
  const time = timeOfDay(now, timeZone);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time since the last full hour in a time zone, which may lie half an hour from that of UTC. */
function sinceFullHour(instant: Date, timeZone: string): number {
  return Number(timeOfDay(instant, timeZone).slice(3)) * MINUTE + (instant.getTime() % MINUTE);
}

/**
 * Tells whether the mail about a notification is due: at once outside of quiet hours, or if the full hour or the time of
 * the daily mail has come since.
 */
export function isMailDue(
  { category, mail, createdAt }: { category: Category; mail: MailMode; createdAt: Date },
  now: Date,
  {
    quietHours,
    digestTime,
    timeZone,
  }: { quietHours: QuietHours | null; digestTime: string; timeZone: string },
): boolean {
  if (mail === 'off') return false;
  if (mail === 'instant') return category === 'security' || !isQuiet(now, quietHours);
  const age = now.getTime() - createdAt.getTime();
  if (mail === 'hourly') return age >= HOUR - sinceFullHour(createdAt, timeZone);
  if (age >= DAY) return true;
  const [from, to] = [timeOfDay(createdAt, timeZone), timeOfDay(now, timeZone)];
  // The day has changed between the two if the later one has the earlier time of day.
  return to >= from ? from < digestTime && digestTime <= to : digestTime > from || digestTime <= to;
}
