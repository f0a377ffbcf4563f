// Resolvers of time entries and timers.
import { roundMoney } from '../src/domains/money.ts';
import { mayReadRates, shownRate } from '../src/domains/projects/rates.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import type { TimeEntry } from '../src/domains/time-entries/model.ts';
import {
  createTimeEntry,
  deleteTimeEntry,
  listTimeEntries,
  type TimeEntryPage,
  updateTimeEntry,
} from '../src/domains/time-entries/service.ts';
import { switchTimer, type TimerState, timerAsOf } from '../src/domains/time-entries/timer.ts';
import { timeEntriesOfProject, totalsOf } from '../src/domains/time-entries/totals.ts';
import { valueOfTime } from '../src/domains/time-entries/value.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed, ofWrite } from './computed.ts';
import type { Resolvers } from './generated.ts';

const TIMER = ['running', 'minutes', 'autoStopped', 'startedAt'] as const;
const timer = (name: keyof TimerState) =>
  computed<TimeEntry>([...TIMER], (entry, { now }) => timerAsOf(entry, now)[name]);

export const timeEntries: Resolvers = {
  Query: {
    timeEntries: async (_, args, ctx, info) =>
      listTimeEntries(ctx, await applySavedView(ctx, 'time_entries', args), lookahead(info, 'time_entries')),
  },
  Mutation: {
    createTimeEntry: (_, { taskId, input }, ctx) => createTimeEntry(ctx, taskId, input as never),
    updateTimeEntry: (_, { id, input, expectedVersion }, ctx) =>
      updateTimeEntry(ctx, id, input as never, expectedVersion),
    deleteTimeEntry: (_, { id, expectedVersion }, ctx) => deleteTimeEntry(ctx, id, expectedVersion),
    switchTaskTimer: (_, { taskId, input }, ctx) =>
      switchTimer(ctx as never, taskId, input as never) as never,
  },
  TimeEntry: {
    rate: computed<TimeEntry>(['rate', 'currency'], ({ rate, currency }, ctx) =>
      shownRate(ctx as never, rate, currency),
    ),
    running: timer('running'),
    minutes: timer('minutes'),
    autoStopped: timer('autoStopped'),
    amount: computed<TimeEntry>(['rate', 'currency', ...TIMER], (entry, ctx) => {
      const { rate, currency } = entry;
      if (rate === null || !mayReadRates(ctx)) return null;
      return roundMoney(valueOfTime(timerAsOf(entry, ctx.now).minutes, rate), currency);
    }),
    outcome: computed<TimeEntry & { outcome?: string }>([], ({ outcome }) => outcome ?? null),
    warnings: ofWrite<TimeEntry>('warnings'),
  },
  TimeEntryConnection: { totals: (page, _, ctx) => totalsOf(ctx, page as unknown as TimeEntryPage) },
  Project: { timeEntries: related(timeEntriesOfProject) },
};
