// Enrols contacts in a sequence and stops enrolments (rooms-communications.md points 82, 83).
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { settleAll } from '../../db/transaction.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { suppressedRecipients } from '../contacts/suppressions.ts';
import { dealById } from '../deals/loaders.ts';
import { endEnrolments } from '../enrolments/endings.ts';
import { type Deletion, lockRecord } from '../records/verbs.ts';
import { sequenceKind } from './kind.ts';
import { enrolmentListing } from './loaders.ts';
import { OutreachEnrolment, OutreachSequence } from './model.ts';
import { nextStepAt, queueDueSteps } from './progress.ts';
import { hasEmail } from './rules.ts';

export type SkipReason =
  | 'not_found'
  | 'do_not_contact'
  | 'opted_out'
  | 'suppressed'
  | 'no_email'
  | 'already_enrolled'
  | 'other_sequence_active';

export interface EnrolmentResult {
  enrolled: { contactId: string; enrolmentId: string }[];
  skipped: { contactId: string; reason: SkipReason }[];
  counts: { enrolled: number; skipped: number };
}

interface Candidate {
  id: string;
  email: string | null;
  doNotContact: boolean;
  optedOut: boolean;
  timeZone: string;
  /** The sequence that the contact is in. */
  sequenceId: string | null;
}

/** Returns a page of the enrolments of a sequence, those changed last first. @throws NOT_FOUND */
export async function listEnrolments(
  ctx: TenantContext,
  sequenceId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<OutreachEnrolment>> {
  await OutreachSequence.find(ctx, sequenceId);
  return listPage<OutreachEnrolment>(
    ctx,
    enrolmentListing,
    { ...args, sort: args.sort ?? ['-updated_at'] },
    lookahead,
    (query) => query.where({ sequenceId }),
  );
}

/**
 * Enrols contacts in a sequence that is not archived, and says why others were not.
 * @throws NOT_FOUND, PERMISSION_DENIED; VALIDATION_ERROR exists for a deal that is not there
 */
export async function enrol(
  ctx: TenantContext,
  id: string,
  { contactIds, dealId = null }: { contactIds: readonly string[]; dealId?: string | null },
): Promise<EnrolmentResult> {
  const sequence = await lockRecord(ctx, sequenceKind, id);
  if (dealId && !(await dealById(ctx, dealId))) throw invalid('deal_id', 'exists', 'There is no such deal.');
  const ids = [...new Set(contactIds)];
  const candidates = await readCandidates(ctx, ids);
  const suppressed = await suppressedIds(ctx, [...candidates.values()]);
  const found = ids.map((contactId) => ({
    contactId,
    reason: reasonAgainst(candidates.get(contactId), sequence, suppressed),
  }));
  const skipped = found.flatMap(({ contactId, reason }) => (reason ? [{ contactId, reason }] : []));
  const chosen = found.filter(({ reason }) => !reason).map(({ contactId }) => candidates.get(contactId)!);
  const enrolled = await insertEnrolments(ctx, sequence, chosen, dealId);
  if (sequence.status === 'active') await queueDueSteps(ctx);
  return {
    enrolled: enrolled.map(({ id: enrolmentId, contactId }) => ({ contactId, enrolmentId })),
    skipped,
    counts: { enrolled: enrolled.length, skipped: skipped.length },
  };
}

/** Stops an enrolment; it stays listed. @throws NOT_FOUND, also for one that has ended; PERMISSION_DENIED */
export async function stopEnrolment(
  ctx: TenantContext,
  sequenceId: string,
  enrolmentId: string,
): Promise<Deletion> {
  await lockRecord(ctx, sequenceKind, sequenceId);
  const ended = await endEnrolments(ctx, {
    state: 'stopped',
    reason: 'stopped_by_user',
    ...{ sequenceId, enrolmentId },
  });
  if (ended.length === 0) fail('NOT_FOUND');
  return { id: enrolmentId, deletedAt: ctx.now };
}

/** Returns the first reason not to enrol a contact. */
function reasonAgainst(
  candidate: Candidate | undefined,
  { id, steps }: OutreachSequence,
  suppressed: ReadonlySet<string>,
): SkipReason | undefined {
  if (!candidate) return 'not_found';
  const { doNotContact, optedOut, email, sequenceId } = candidate;
  const reasons: [SkipReason, boolean][] = [
    ['do_not_contact', doNotContact],
    ['opted_out', optedOut],
    ['suppressed', suppressed.has(candidate.id)],
    ['no_email', !email && hasEmail(steps)],
    ['already_enrolled', sequenceId === id],
    ['other_sequence_active', sequenceId !== null],
  ];
  return reasons.find(([, holds]) => holds)?.[0];
}

async function insertEnrolments(
  ctx: TenantContext,
  sequence: OutreachSequence,
  chosen: readonly Candidate[],
  dealId: string | null,
): Promise<OutreachEnrolment[]> {
  const isActive = sequence.status === 'active';
  const isPaused = sequence.status === 'paused';
  const author = actorOf(ctx.principal);
  const enrolments = (await OutreachEnrolment.insertAll(
    ctx,
    chosen.map(({ id: contactId, timeZone }) => ({
      ...{ sequenceId: sequence.id, contactId, dealId },
      state: isPaused ? 'paused' : 'active',
      reason: isPaused ? 'sequence_paused' : null,
      currentStep: 0,
      nextStepAt: isActive ? nextStepAt(sequence, 0, ctx.now, timeZone) : null,
      ...{ createdBy: author, updatedBy: author },
    })) as never,
  )) as unknown as OutreachEnrolment[];
  await settleAll(
    enrolments.map(({ id, version, contactId, state }) =>
      emit(ctx, 'outreach.enrolled', {
        object: { id, version },
        label: sequence.name,
        links: [{ entity: 'contact', id: contactId }],
        data: { contact_id: contactId, sequence_id: sequence.id, state },
      }),
    ),
  );
  return enrolments;
}

/** Reads the contacts after locking them, so that neither their consent nor their sequence changes meanwhile. */
async function readCandidates(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, Candidate>> {
  await ctx.tx.rows(
    'select from contacts where tenant_id = $1 and id = any ($2) order by id for no key update',
    [ctx.tenantId, ids],
  );
  const rows = await ctx.tx.rows<Candidate>(
    `select c.id, c.email, c.do_not_contact as "doNotContact",
       coalesce(c.consent -> 'email' ->> 'state' = 'opted_out', false) as "optedOut",
       coalesce(c.timezone, t.time_zone) as "timeZone",
       (select e.sequence_id from outreach_enrolments e
        where e.tenant_id = $1 and e.contact_id = c.id and e.state in ('active', 'paused')) as "sequenceId"
     from contacts c join tenants t on t.id = $1
     where c.tenant_id = $1 and c.id = any ($2) and c.deleted_at is null and c.status <> 'erased'`,
    [ctx.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function suppressedIds(
  ctx: TenantContext,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const recipients = candidates.flatMap(({ id, email }) =>
    email ? [{ role: 'to' as const, address: email, contactId: id }] : [],
  );
  const suppressed = await suppressedRecipients(ctx, 'email', recipients);
  return new Set(suppressed.map(({ contactId }) => contactId!));
}
