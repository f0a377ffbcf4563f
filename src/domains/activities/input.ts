// Validates the input of an activity and turns it into columns (crm.md section 13).
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { RecordRef } from './links.ts';
import type { Activity, ActivityStatus, ActivityType } from './model.ts';
import { assertStatusFitsTime, defaultStatus, readRequiredText } from './rules.ts';

/** The writable fields of an activity; an absent field is left unchanged, null clears it. */
export interface ActivityInput {
  type?: ActivityType | null;
  subject?: string | null;
  body?: string | null;
  occurredAt?: Date | null;
  channel?: string | null;
  direction?: string | null;
  status?: ActivityStatus | null;
  meaningfulOverride?: boolean | null;
  links?: readonly RecordRef[] | null;
}

/**
 * Returns the columns that an input sets; `before` is the activity that it changes.
 * @throws VALIDATION_ERROR; HUMAN_REQUIRED when a token sets `meaningfulOverride`
 */
export function parseInput(ctx: TenantContext, input: ActivityInput, before?: Activity): Partial<Activity> {
  const { links: _, type, subject, body, occurredAt, status, meaningfulOverride, ...rest } = input;
  assertHuman(ctx, meaningfulOverride, before);
  const fields: Partial<Activity> = { ...rest };
  if (meaningfulOverride !== undefined) fields.meaningfulOverride = meaningfulOverride;
  if (body !== undefined) fields.body = body?.trim() || null;
  if (subject !== undefined || !before)
    fields.subject = readRequiredText(subject, 'subject', 'Give the activity a subject.');
  // Neither can be empty, so null leaves them unchanged.
  if (type) fields.type = type;
  if (occurredAt || !before) fields.occurredAt = occurredAt ?? ctx.now;
  if (status !== undefined || fields.type || fields.occurredAt)
    Object.assign(fields, readStatus(ctx, fields, status, before));
  return fields;
}

function readStatus(
  ctx: TenantContext,
  fields: Partial<Activity>,
  requested: ActivityStatus | null | undefined,
  before?: Activity,
): { status: ActivityStatus | null } {
  const type = fields.type ?? before!.type;
  const occurredAt = fields.occurredAt ?? before!.occurredAt;
  const explicit = requested === undefined ? before?.status : requested;
  const status = explicit ?? defaultStatus(type, occurredAt, ctx.now);
  assertStatusFitsTime(status, occurredAt, ctx.now);
  return { status };
}

/** Only a signed-in person may override whether an activity was meaningful (crm.md section 5). */
function assertHuman(ctx: TenantContext, override: boolean | null | undefined, before?: Activity): void {
  if (override === undefined || ctx.principal.kind === 'user') return;
  if (override === (before?.meaningfulOverride ?? null)) return;
  fail('HUMAN_REQUIRED', 'Only a signed-in person may say whether an activity was a meaningful touch.');
}
