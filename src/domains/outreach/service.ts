// Operations on outreach sequences: write, activate, pause, archive (rooms-communications.md section 8).
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { mailConnector } from '../api-keys/mail-connectors.ts';
import { endEnrolments } from '../enrolments/endings.ts';
import { assertMember } from '../members/look-ups.ts';
import { changeRecord, type Deletion, insertRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { DEFAULT_WINDOW, readSteps, readWindow, type StepInput, type WindowInput } from './input.ts';
import { sequenceKind } from './kind.ts';
import { OutreachSequence, type Step } from './model.ts';
import { pauseEnrolments, renumberEnrolments, resumeEnrolments } from './progress.ts';
import { assertEditable, assertReady, hasEmail } from './rules.ts';

/** The writable members of a sequence; an absent one is left unchanged. */
export interface SequenceInput {
  name?: string | null;
  description?: string | null;
  steps?: readonly StepInput[] | null;
  sendingWindow?: WindowInput | null;
  connectorId?: string | null;
  ownerUserId?: string | null;
}

/** Returns a sequence that is not archived. @throws NOT_FOUND */
export function getSequence(
  ctx: TenantContext,
  id: string,
  lookahead?: Lookahead,
): Promise<OutreachSequence> {
  return OutreachSequence.read(ctx, id, lookahead);
}

/** Returns a page of sequences. */
export function listSequences(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<OutreachSequence>> {
  return listPage<OutreachSequence>(ctx, sequenceKind.listing, args, lookahead);
}

/** Creates a draft. @throws VALIDATION_ERROR */
export async function createSequence(ctx: TenantContext, input: SequenceInput): Promise<OutreachSequence> {
  return insertRecord(ctx, sequenceKind, {
    id: uuid(),
    description: null,
    steps: [],
    sendingWindow: DEFAULT_WINDOW,
    connectorId: null,
    ownerUserId: ctx.principal.id,
    ...(await readInput(ctx, input, [])),
    status: 'draft',
  });
}

/**
 * Changes a sequence; while it is active, only its name and description.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR; CONFLICT sequence_active
 */
export async function updateSequence(
  ctx: TenantContext,
  id: string,
  input: SequenceInput,
  expectedVersion?: number | null,
): Promise<OutreachSequence> {
  const before = await lockRecord(ctx, sequenceKind, id, { expectedVersion });
  const patch = differences(before, await readInput(ctx, input, before.steps));
  assertEditable(before, patch);
  const after = await changeRecord(ctx, sequenceKind, before, patch);
  if (patch.steps) await renumberEnrolments(ctx, after);
  return after;
}

/** Archives a sequence and stops its enrolments. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteSequence(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const sequence: OutreachSequence = await lockRecord(ctx, sequenceKind, id, { expectedVersion });
  const archived = await sequence.change(ctx, { status: 'archived', deletedAt: ctx.now });
  await endEnrolments(ctx, { state: 'stopped', reason: 'sequence_archived', sequenceId: id });
  await emit(ctx, 'outreach_sequence.deleted', { object: archived, label: sequence.name, links: [] });
  return { id, deletedAt: ctx.now };
}

/**
 * Starts or resumes a sequence; an active one stays unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, CONNECTOR_NOT_CONFIGURED; CONFLICT not_ready
 */
export async function activateSequence(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<OutreachSequence> {
  const before = await lockRecord(ctx, sequenceKind, id, { expectedVersion });
  if (before.status === 'active') return before;
  assertReady(before);
  if (hasEmail(before.steps)) await mailConnector(ctx, before.connectorId);
  const after = await setStatus(ctx, before, 'active');
  await resumeEnrolments(ctx, after);
  return after;
}

/**
 * Holds every due step of a sequence; a paused one stays unchanged.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; INVALID_STATE_TRANSITION for a draft
 */
export async function pauseSequence(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<OutreachSequence> {
  const before = await lockRecord(ctx, sequenceKind, id, { expectedVersion });
  if (before.status === 'paused') return before;
  if (before.status === 'draft')
    fail('INVALID_STATE_TRANSITION', 'A draft sends nothing, so it cannot be paused.', {
      details: { from: 'draft', to: 'paused', allowed: ['active'] },
    });
  const after = await setStatus(ctx, before, 'paused');
  await pauseEnrolments(ctx, id);
  return after;
}

function setStatus(
  ctx: TenantContext,
  before: Locked<OutreachSequence>,
  status: 'active' | 'paused',
): Promise<OutreachSequence> {
  const event = status === 'active' ? 'outreach_sequence.activated' : 'outreach_sequence.paused';
  return changeRecord(ctx, sequenceKind, before, { status }, { event });
}

async function readInput(
  ctx: TenantContext,
  input: SequenceInput,
  former: readonly Step[],
): Promise<Partial<OutreachSequence>> {
  const fields: Partial<OutreachSequence> = {};
  if (input.name !== undefined) fields.name = readName(input.name);
  if (input.description !== undefined) fields.description = input.description?.trim() || null;
  if (input.steps !== undefined) fields.steps = readSteps(input.steps ?? [], former);
  if (input.sendingWindow !== undefined)
    fields.sendingWindow = input.sendingWindow ? readWindow(input.sendingWindow) : DEFAULT_WINDOW;
  if (input.connectorId !== undefined) fields.connectorId = input.connectorId;
  if (input.ownerUserId !== undefined) {
    fields.ownerUserId = input.ownerUserId ?? ctx.principal.id;
    await assertMember(ctx, fields.ownerUserId, 'owner_user_id');
  }
  return fields;
}

/** Returns the fields whose values differ from those of a record. */
function differences(record: OutreachSequence, fields: Partial<OutreachSequence>): Partial<OutreachSequence> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !isDeepStrictEqual(value, record[name as keyof OutreachSequence]),
    ),
  );
}

/** @throws VALIDATION_ERROR required */
function readName(name: string | null): string {
  const text = name?.trim();
  if (!text) throw invalid('name', 'required', 'Give the sequence a name.');
  return text;
}
