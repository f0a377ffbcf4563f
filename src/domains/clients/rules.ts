// The rules of clients: the states that a client goes through (crm.md section 2). Pure.
import { fail, invalid } from '../../errors.ts';

export const CLIENT_STATUSES = ['onboarding', 'active', 'at_risk', 'paused', 'churned', 'former'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** States that somebody will want to have explained. */
const EXPLAINED: ReadonlySet<ClientStatus> = new Set(['paused', 'churned']);

/**
 * Checks a move from one state to another; between the states of a client every move is allowed.
 * @returns the reason as it is kept
 * @throws INVALID_STATE_TRANSITION to or from former, which ending and creating a client do
 * @throws VALIDATION_ERROR without a reason for paused and churned
 */
export function checkMove(
  from: ClientStatus,
  to: ClientStatus,
  reason: string | null | undefined,
): string | null {
  if (from === 'former' || to === 'former') {
    fail(
      'INVALID_STATE_TRANSITION',
      'A client becomes former by DELETE /api/clients/{id}, and is one again by POST /api/clients.',
      { details: { from, to, allowed: CLIENT_STATUSES.filter((one) => one !== 'former' && one !== from) } },
    );
  }
  const kept = reason?.trim() || null;
  if (!kept && EXPLAINED.has(to)) throw invalid('reason', 'required', `Say why the client is ${to}.`);
  return kept;
}

/** Whether a field holds nothing, so that a request may fill it (service.md part 3). */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}
