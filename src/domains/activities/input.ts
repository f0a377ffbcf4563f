// What a caller may write of an activity, checked against the rules (crm.md section 13).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { RecordName } from './links.ts';
import type { Activity, ActivityStatus, ActivityType } from './model.ts';
import { assertTimely, readLine, statusAt } from './rules.ts';

/** What a caller may write; absent leaves alone, null clears. */
export interface ActivityInput {
  type?: ActivityType | null;
  subject?: string | null;
  body?: string | null;
  occurredAt?: Date | null;
  channel?: string | null;
  direction?: string | null;
  status?: ActivityStatus | null;
  meaningfulOverride?: boolean | null;
  links?: readonly RecordName[] | null;
}

/**
 * The columns of an activity that an input gives; `before` is the activity that it changes.
 * @throws VALIDATION_ERROR; HUMAN_REQUIRED where a token says what counts as meaningful
 */
export function readInput(ctx: TenantContext, input: ActivityInput, before?: Activity): Partial<Activity> {
  const { links: _, type, subject, body, occurredAt, status, meaningfulOverride, ...rest } = input;
  assertHuman(ctx, meaningfulOverride, before);
  const fields: Partial<Activity> = { ...rest };
  if (meaningfulOverride !== undefined) fields.meaningfulOverride = meaningfulOverride;
  if (body !== undefined) fields.body = body?.trim() || null;
  if (subject !== undefined || !before)
    fields.subject = readLine(subject, 'subject', 'An activity has a subject.');
  // Neither can be empty: to clear one is to leave it alone.
  if (type) fields.type = type;
  if (occurredAt || !before) fields.occurredAt = occurredAt ?? ctx.now;
  if (status !== undefined || fields.type || fields.occurredAt)
    Object.assign(fields, readStatus(ctx, fields, status, before));
  return fields;
}

function readStatus(
  ctx: TenantContext,
  fields: Partial<Activity>,
  given: ActivityStatus | null | undefined,
  before?: Activity,
): { status: ActivityStatus | null } {
  const type = fields.type ?? before!.type;
  const occurredAt = fields.occurredAt ?? before!.occurredAt;
  const said = given === undefined ? before?.status : given;
  const status = said ?? statusAt(type, occurredAt, ctx.now);
  assertTimely(status, occurredAt, ctx.now);
  return { status };
}

/** Only a person says what was meaningful (crm.md section 5). */
function assertHuman(ctx: TenantContext, override: boolean | null | undefined, before?: Activity): void {
  if (override === undefined || ctx.principal.kind === 'user') return;
  if (override === (before?.meaningfulOverride ?? null)) return;
  fail('HUMAN_REQUIRED', 'Only a signed-in person may say whether an activity was a meaningful touch.');
}
