// Lines for working time: their rules, their rounding, and how pulled time is grouped (delivery-commercial.md D7).
import type { LineInput } from '../documents/line-input.ts';
import type { CommercialSettings } from '../tenants/commercial.ts';
import type { BillableTime } from '../time-entries/billing.ts';

export type TimeGrouping = 'task' | 'user' | 'none';
type Rounding = CommercialSettings['timeRounding'];

/** Returns minutes rounded to the steps of the workspace; half a step is rounded up. */
export function roundMinutes(minutes: number, { minutes: step, mode }: Rounding): number {
  return step * (mode === 'up' ? Math.ceil(minutes / step) : Math.floor((2 * minutes + step) / (2 * step)));
}

/** Returns the minutes that a line bills: each entry is rounded by itself. */
export function billedMinutes(entries: readonly BillableTime[], rounding: Rounding): number {
  return entries.reduce((total, { minutes }) => total + roundMinutes(minutes, rounding), 0);
}

/** Returns why entries cannot stand on one line; undefined if they can. */
export function timeFault(
  entries: readonly BillableTime[],
  currency: string,
): { rule: string; message: string } | undefined {
  const sameRate = (message: string) => ({ rule: 'same_rate', message });
  if (entries.some(({ status, invoiceId }) => !invoiceId && status !== 'approved'))
    return sameRate('Only approved time is billed; approve it first.');
  if (entries.some(({ billable }) => !billable)) return sameRate('Time that is not billable is not billed.');
  if (entries.some((entry) => entry.currency !== currency))
    return sameRate(`The rates of the time are not in ${currency}; make the invoice in their currency.`);
  if (entries.some(({ rate }) => rate === null))
    return { rule: 'rate_missing', message: 'Time without a rate cannot be billed; set its rate first.' };
  const [first] = entries;
  if (entries.some(({ userId, rate }) => userId !== first!.userId || Number(rate) !== Number(first!.rate)))
    return sameRate('A line bills the time of one person at one rate; use a line for each.');
  return undefined;
}

/** Returns the lines for the time of a project, in the order of the work. */
export function groupTime(entries: readonly BillableTime[], by: TimeGrouping): LineInput[] {
  const groups = new Map<string, BillableTime[]>();
  for (const entry of entries) {
    const { id, taskId, userId, rate } = entry;
    const key = by === 'none' ? id : [by === 'task' ? taskId : '', userId, Number(rate)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].map((group) => ({
    description: descriptionOf(group, by),
    timeEntryIds: group.map(({ id }) => id),
  }));
}

/** Returns what a line for entries says where it is not given. */
export function descriptionOf([first]: readonly BillableTime[], by: TimeGrouping = 'task'): string {
  const { taskTitle, userName, workDate } = first!;
  if (by === 'user') return userName;
  return by === 'none' ? `${workDate} ${taskTitle}` : taskTitle;
}
