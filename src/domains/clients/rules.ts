// Pure rules of clients: the transitions between their states (crm.md section 2).
import { fail, invalid } from '../../errors.ts';

export const CLIENT_STATUSES = ['onboarding', 'active', 'at_risk', 'paused', 'churned', 'former'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** The states that require a reason. */
const REASON_REQUIRED: ReadonlySet<ClientStatus> = new Set(['paused', 'churned']);

/**
 * Checks a change of status; all changes are allowed except to or from former.
 * @returns the trimmed reason, or null
 * @throws INVALID_STATE_TRANSITION to or from former, which deactivating and creating a client do
 * @throws VALIDATION_ERROR without a reason for paused and churned
 */
export function checkStatusChange(
  from: ClientStatus,
  to: ClientStatus,
  reason: string | null | undefined,
): string | null {
  if (from === 'former' || to === 'former') {
    fail(
      'INVALID_STATE_TRANSITION',
      'Only DELETE /api/clients/{id} makes a client former, and only POST /api/clients makes it a client again.',
      {
        details: {
          from,
          to,
          allowed: CLIENT_STATUSES.filter((status) => status !== 'former' && status !== from),
        },
      },
    );
  }
  const trimmedReason = reason?.trim() || null;
  if (!trimmedReason && REASON_REQUIRED.has(to))
    throw invalid('reason', 'required', `Give the reason why the client is ${to}.`);
  return trimmedReason;
}

/** Returns whether a field is empty, so that a request may fill it (service.md part 3). */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}
