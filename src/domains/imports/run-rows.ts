// Runs planned rows: several at a time where they do not depend on each other, so that their statements share round trips.
import { isRefused, type RowPlan, type RowPlans, type RowResult } from './row-plan.ts';

/** Rows that run at the same time. Their answers are read at once, and other requests wait meanwhile. */
const TOGETHER = 10;

/**
 * Runs rows, but for those that are refused already, and calls back for each in their order, until it answers that the
 * others are not to run.
 */
export async function runRows<Plan extends RowPlan>(
  plans: RowPlans<Plan>,
  rows: readonly Plan[],
  onResult: (planned: Plan, result: RowResult) => 'go on' | 'stop',
): Promise<void> {
  for (const group of groupsOf(plans, rows)) {
    const results = await runGroup(
      plans,
      group.filter((planned) => !isRefused(planned)),
    );
    for (const planned of group) {
      const result = results.get(planned) ?? refusal(planned);
      if (onResult(planned, result) === 'stop') return;
    }
  }
}

/** Divides rows into those that run at the same time. Two rows that change the same record do not. */
function groupsOf<Plan extends RowPlan>({ together }: RowPlans<Plan>, rows: readonly Plan[]): Plan[][] {
  const groups: Plan[][] = [];
  let open: Plan[] | undefined;
  for (const planned of rows) {
    const id = planned.match?.id;
    const isIndependent = together?.isIndependent(planned) ?? false;
    const fits = open && open.length < TOGETHER && !(id && open.some(({ match }) => match?.id === id));
    if (isIndependent && fits) open!.push(planned);
    else {
      const group = [planned];
      groups.push(group);
      open = isIndependent ? group : undefined;
    }
  }
  return groups;
}

type Results<Plan> = Map<Plan, RowResult>;

/**
 * Runs rows at the same time. If some are refused, nothing of the group stays: those run again one after another, and the
 * others at the same time. If most are, the statement of one has failed for all, and the group is halved to find it.
 */
async function runGroup<Plan extends RowPlan>(
  plans: RowPlans<Plan>,
  group: readonly Plan[],
): Promise<Results<Plan>> {
  const all: Results<Plan> = new Map();
  const [first, second] = group;
  if (!second) return first ? all.set(first, await plans.run(first)) : all;
  const results = await plans.together!.run(group);
  const refused = group.filter((one) => !results.has(one));
  if (refused.length === 0) return results;
  const half = Math.ceil(group.length / 2);
  const parts =
    refused.length > half
      ? [group.slice(0, half), group.slice(half)]
      : [group.filter((one) => results.has(one)), ...refused.map((one) => [one])];
  for (const part of parts) for (const entry of await runGroup(plans, part)) all.set(...entry);
  return all;
}

function refusal({ errors }: RowPlan): RowResult {
  const refused = errors.filter(({ severity }) => severity === 'error');
  return { outcome: 'failed', record: null, before: null, errors: refused };
}
