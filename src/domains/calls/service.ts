// Operations on calls: plan, start, log, change, complete, delete (rooms-communications.md section 7).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { addActionItem } from '../activities/action-items.ts';
import { changeInteraction, deleteInteraction, logInteraction } from '../activities/interactions.ts';
import { eraseRecordingsOfCall } from '../call-recordings/store.ts';
import { callTemplateById } from '../call-templates/loaders.ts';
import { type Links, type LinksInput, readLinks } from '../communications/links.ts';
import {
  contactsOf,
  type Participant,
  type ParticipantInput,
  readParticipants,
} from '../communications/participants.ts';
import { refsOf } from '../communications/timeline.ts';
import { assertMember } from '../members/look-ups.ts';
import { changeRecord, type Deletion, deleteRecord, type Locked, lockRecord } from '../records/verbs.ts';
import { normalizeTags } from '../tags.ts';
import { callKind } from './kind.ts';
import { contactsLinkedToCall, participantsOfCall } from './loaders.ts';
import { Call, type CallOutcome, CallParticipant } from './model.ts';
import { assertMove, assertNoCompletion, callLine } from './rules.ts';

interface NextStep {
  title: string;
  dueOn?: string | null;
  assigneeUserId?: string | null;
}

export interface CallInput {
  subject?: string | null;
  direction?: Call['direction'] | null;
  startedAt?: Date | null;
  participants?: readonly ParticipantInput[] | null;
  links?: LinksInput | null;
  templateId?: string | null;
  summary?: string | null;
  status?: 'in_progress' | 'cancelled' | null;
  outcome?: CallOutcome | null;
  durationS?: number | null;
  nextSteps?: readonly NextStep[] | null;
  tags?: readonly string[] | null;
}

export interface CallCompletion {
  outcome: CallOutcome;
  durationS?: number | null;
  summary?: string | null;
  nextSteps?: readonly NextStep[] | null;
}

/** Returns a live call. @throws NOT_FOUND */
export function getCall(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Call> {
  return Call.read(ctx, id, lookahead);
}

/** Returns a page of calls, newest first. */
export function listCalls(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Call>> {
  return listPage<Call>(ctx, callKind.listing, { ...args, sort: args.sort ?? ['-started_at'] }, lookahead);
}

/** Plans a call, starts one, or logs one that was completed. @throws VALIDATION_ERROR */
export async function createCall(ctx: TenantContext, input: CallInput): Promise<Call> {
  const startedAt = input.startedAt ?? ctx.now;
  const isPlanned = startedAt > ctx.now;
  const { outcome } = input;
  if (outcome && isPlanned)
    throw invalid('outcome', 'in_future', 'A call in the future has no outcome yet; leave it out.');
  if (!outcome && (input.durationS != null || input.nextSteps?.length))
    throw invalid(
      'outcome',
      'required',
      'duration_s and next_steps belong to a completed call; give its outcome.',
    );
  if (input.status) throw invalid('status', 'read_only', 'The status follows from started_at and outcome.');
  const call = await insertCall(ctx, {
    subject: readSubject(input.subject),
    direction: input.direction ?? 'outbound',
    status: outcome ? 'completed' : isPlanned ? 'planned' : 'in_progress',
    outcome: outcome ?? null,
    startedAt,
    durationS: input.durationS ?? null,
    summary: input.summary?.trim() || null,
    tags: normalizeTags(input.tags ?? []),
    ...(await templateFields(ctx, input.templateId)),
    participants: await readParticipants(ctx, 'sms', input.participants ?? []),
    links: input.links,
    ...(outcome && { completedWith: completionKey(input as CallCompletion) }),
  });
  if (outcome) await addNextSteps(ctx, call, input.nextSteps);
  return call;
}

type NewCall = Partial<Call> & { participants: readonly Participant[]; links: LinksInput | null | undefined };

/** Stores a call with its participants, links and line on timelines. */
export async function insertCall(
  ctx: TenantContext,
  { participants, links: input, ...columns }: NewCall,
): Promise<Call> {
  const people = contactsOf(participants);
  const { contactIds, ...linkColumns } = await readLinks(ctx, input, people);
  const record = { id: uuid(), ...columns, ...linkColumns };
  const call = (await Call.create(ctx, record as never)) as Call;
  await insertParts(ctx, call.id, participants, contactIds, []);
  call.activityId = await logInteraction(ctx, callLine(call), refsOf({ ...linkColumns, contactIds }, people));
  await Call.of(ctx).where({ id: call.id }).patch({ activityId: call.activityId });
  await emitCall(ctx, call.status === 'completed' ? 'call.completed' : 'call.created', call, record);
  return call;
}

/** Changes a call, starts a planned one or cancels it. @throws VALIDATION_ERROR, INVALID_STATE_TRANSITION */
export async function updateCall(
  ctx: TenantContext,
  id: string,
  input: CallInput,
  expectedVersion?: number | null,
): Promise<Call> {
  const before = await lockCall(ctx, id, expectedVersion);
  assertNoCompletion(input as Record<string, unknown>);
  const status = input.status ?? before.status;
  if (status !== before.status) assertMove(before.status, status);
  const stored = await participantsOfCall(ctx, id);
  const participants = input.participants
    ? await readParticipants(ctx, 'sms', input.participants)
    : input.participants === null
      ? []
      : undefined;
  const formerIds = await contactsLinkedToCall(ctx, id);
  const { companyId, dealId, projectId, roomId } = before;
  const former: Links = { companyId, dealId, projectId, roomId, contactIds: formerIds };
  const people = contactsOf(participants ?? stored);
  const links = await readLinks(ctx, input.links, people, former);
  const { contactIds, ...linkColumns } = links;
  const isRelinked = participants !== undefined || contactIds.join() !== formerIds.join();
  if (isRelinked) await replaceParts(ctx, id, participants, contactIds, contactsOf(stored));
  const started = status === 'in_progress' && before.status === 'planned' && before.startedAt > ctx.now;
  const after = await changeRecord(
    ctx,
    callKind,
    before,
    {
      ...linkColumns,
      ...(input.subject !== undefined && { subject: readSubject(input.subject) }),
      ...(input.direction && { direction: input.direction }),
      ...(input.startedAt ? { startedAt: input.startedAt } : started ? { startedAt: ctx.now } : {}),
      ...(input.summary !== undefined && { summary: input.summary?.trim() || null }),
      ...(input.tags !== undefined && { tags: normalizeTags(input.tags ?? []) }),
      ...(input.templateId !== undefined && (await templateFields(ctx, input.templateId))),
      status,
    },
    { changesParts: isRelinked },
  );
  if (after !== before && after.activityId)
    await changeInteraction(ctx, after.activityId, callLine(after), refsOf(links, people));
  return after;
}

/**
 * Completes a call; the same completion again changes nothing.
 * @throws VALIDATION_ERROR, INVALID_STATE_TRANSITION
 */
export async function completeCall(
  ctx: TenantContext,
  id: string,
  completion: CallCompletion,
  expectedVersion?: number | null,
): Promise<Call> {
  const before = await lockCall(ctx, id, expectedVersion);
  const completedWith = completionKey(completion);
  if (before.status === 'completed' && before.completedWith === completedWith) return before;
  assertMove(before.status, 'completed');
  const { outcome, durationS, summary } = completion;
  const early = before.startedAt > ctx.now;
  const after = await changeRecord(
    ctx,
    callKind,
    before,
    {
      status: 'completed',
      outcome,
      completedWith,
      ...(durationS !== undefined && { durationS }),
      ...(summary !== undefined && { summary: summary?.trim() || null }),
      ...(early && { startedAt: new Date(ctx.now.getTime() - (durationS ?? 0) * 1000) }),
    },
    { event: 'call.completed', data: { outcome } },
  );
  const { companyId, dealId, projectId, roomId } = after;
  const links = { companyId, dealId, projectId, roomId, contactIds: await contactsLinkedToCall(ctx, id) };
  const people = contactsOf(await participantsOfCall(ctx, id));
  await changeInteraction(ctx, after.activityId!, callLine(after), refsOf(links, people));
  await addNextSteps(ctx, after, completion.nextSteps);
  return after;
}

/** Deletes a call with its recordings and its line on timelines. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deleteCall(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const call = await lockCall(ctx, id, expectedVersion);
  if (call.activityId) await deleteInteraction(ctx, call.activityId);
  await eraseRecordingsOfCall(ctx, id);
  return deleteRecord(ctx, callKind, call);
}

/** Locks a call that the caller may change: their own, or one that they took part in. */
export async function lockCall(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Call>> {
  return lockRecord(ctx, callKind, id, {
    expectedVersion,
    isOwn: async () => (await participantsOfCall(ctx, id)).some(({ userId }) => userId === ctx.principal.id),
  });
}

async function addNextSteps(
  ctx: TenantContext,
  { activityId }: Call,
  steps: readonly NextStep[] | null | undefined,
): Promise<void> {
  for (const [index, { title, dueOn, assigneeUserId }] of (steps ?? []).entries()) {
    const path = `next_steps[${index}]`;
    if (!title.trim()) throw invalid(`${path}.title`, 'required', 'Say what is to be done.');
    if (assigneeUserId) await assertMember(ctx, assigneeUserId, `${path}.assignee_user_id`);
    await addActionItem({ ...ctx, permission: undefined } as TenantContext, activityId!, {
      ...{ title, dueOn, assigneeUserId },
    });
  }
}

/** Returns the template of a call and its present revision. @throws VALIDATION_ERROR exists */
async function templateFields(ctx: TenantContext, id: string | null | undefined): Promise<Partial<Call>> {
  if (!id) return { templateId: null, templateRevision: null };
  const template = await callTemplateById(ctx, id);
  if (!template) throw invalid('template_id', 'exists', 'There is no such call template.');
  return { templateId: id, templateRevision: template.revision };
}

async function replaceParts(
  ctx: TenantContext,
  callId: string,
  participants: readonly Participant[] | undefined,
  contactIds: readonly string[],
  stored: readonly string[],
): Promise<void> {
  await ctx.tx.rows('delete from call_contacts where tenant_id = $1 and call_id = $2', [
    ctx.tenantId,
    callId,
  ]);
  if (participants)
    await ctx.tx.rows('delete from call_participants where tenant_id = $1 and call_id = $2', [
      ctx.tenantId,
      callId,
    ]);
  await insertParts(ctx, callId, participants ?? [], contactIds, participants ? [] : stored);
}

async function insertParts(
  ctx: TenantContext,
  callId: string,
  participants: readonly Participant[],
  linkedIds: readonly string[],
  others: readonly string[],
): Promise<void> {
  const rows = participants.map((participant, position) => ({ ...participant, callId, position }));
  await CallParticipant.insertAll(ctx, rows as never);
  const people = [...new Set([...linkedIds, ...contactsOf(participants), ...others])];
  if (people.length === 0) return;
  await ctx.tx.rows(
    `insert into call_contacts (tenant_id, call_id, contact_id, is_link, created_at, updated_at)
     select $1::uuid, $2::uuid, id, id = any ($4::uuid[]), $5::timestamptz, $5 from unnest($3::uuid[]) as id
     on conflict do nothing`,
    [ctx.tenantId, callId, people, linkedIds, ctx.now],
  );
}

async function emitCall(ctx: TenantContext, event: EventType, call: Call, after: object): Promise<void> {
  await emit(ctx, event, {
    object: call,
    label: call.subject,
    after,
    withheld: callKind.withheld,
    links: [],
    data: { direction: call.direction, status: call.status, outcome: call.outcome },
  });
}

/** Identifies a completion, so that a repeated one changes nothing. */
function completionKey({ outcome, durationS, summary, nextSteps }: CallCompletion): string {
  const steps = (nextSteps ?? []).map(({ title, dueOn, assigneeUserId }) => [
    title,
    dueOn ?? null,
    assigneeUserId ?? null,
  ]);
  return JSON.stringify([outcome, durationS ?? null, summary ?? null, steps]);
}

/** @throws VALIDATION_ERROR required */
function readSubject(subject: string | null | undefined): string {
  const text = subject?.trim();
  if (!text) throw invalid('subject', 'required', 'Give the call a subject.');
  return text;
}
