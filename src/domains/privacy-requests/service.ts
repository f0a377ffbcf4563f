// Opens requests of persons, and has them executed by two operators (platform.md §10).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { normalizeEmail } from '../auth/service.ts';
import type { Download } from '../jobs/files.ts';
import { followedJob } from '../jobs/followed.ts';
import { startJob } from '../jobs/service.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { PrivacyRequest } from './model.ts';
import { scopeIn } from './scope.ts';

const DUE_MS = 30 * 86_400_000;

/** The audit keeps ids only, so that an erasure leaves nothing there. */
export const privacyKind = partKind({
  model: PrivacyRequest,
  title: 'type',
  audited: ({ type, workspaceId, contactId, state, scopeFound, firstBy, secondBy, resultManifest }) => ({
    ...{ type, workspaceId, contactId, state, scopeFound, firstBy, secondBy, resultManifest },
  }),
});
const listing: Listing = { model: PrivacyRequest };

export interface NewPrivacyRequest {
  type: PrivacyRequest['type'];
  workspaceId?: string | null;
  email?: string | null;
  contactId?: string | null;
}

/** Returns a page of the requests, the first due first. */
export function listPrivacyRequests(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PrivacyRequest>> {
  return listPage<PrivacyRequest>(ctx, listing, { ...args, sort: args.sort ?? ['due_at'] }, lookahead);
}

/** Returns a request. @throws NOT_FOUND */
export function getPrivacyRequest(ctx: TenantContext, id: string): Promise<PrivacyRequest> {
  return PrivacyRequest.find<PrivacyRequest>(ctx, id);
}

/**
 * Opens a request. What concerns the person is found at once in one workspace, and by a job in all of them.
 * @throws VALIDATION_ERROR
 */
export async function createPrivacyRequest(
  ctx: TenantContext,
  input: NewPrivacyRequest,
): Promise<PrivacyRequest> {
  const { type } = input;
  const [workspaceId, contactId] = [input.workspaceId ?? null, input.contactId ?? null];
  if (!input.email === !contactId)
    throw invalid('email', 'required', 'Name the person either by email or by contact_id.');
  if (contactId && !workspaceId)
    throw invalid('workspace_id', 'required', 'A contact belongs to a workspace; name it too.');
  const email = input.email ? readEmail(input.email) : null;
  const request = {
    id: uuid(),
    type,
    workspaceId,
    email,
    contactId,
    dueAt: new Date(ctx.now.getTime() + DUE_MS),
  };
  if (!workspaceId) {
    const received = await insertRecord(ctx, privacyKind, { ...request, state: 'received' });
    await enqueue(ctx, 'scope_privacy_request', { requestId: received.id }, { key: received.id });
    return received;
  }
  const [workspace] = await ctx.tx.rows(
    `select from tenants where id = $1 and status not in ('platform', 'deleted')`,
    [workspaceId],
  );
  if (!workspace) throw invalid('workspace_id', 'exists', 'There is no workspace with this id.');
  const { contactIds, counts, holds } = await inWorkspaceAsOperator(ctx, workspaceId, [], ({ tx }) =>
    scopeIn(tx, workspaceId, { email, contactId }),
  );
  if (contactId && !contactIds.includes(contactId))
    throw invalid('contact_id', 'exists', 'The workspace has no contact with this id that is not erased.');
  return insertRecord(ctx, privacyKind, { ...request, state: 'scoped', scopeFound: counts, holds });
}

function readEmail(text: string): string {
  const email = normalizeEmail(text);
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid('email', 'email', 'Give a mail address.');
  return email;
}

/**
 * Asks for the execution of a request; when a second operator does, it takes place as a job.
 * @returns the request, unchanged where its first operator repeats the call
 * @throws NOT_FOUND, PRECONDITION_FAILED, INVALID_STATE_TRANSITION
 */
export async function executePrivacyRequest(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<PrivacyRequest> {
  const before = await lockRecord(ctx, privacyKind, id, { expectedVersion: expectedVersion ?? null });
  const by = ctx.principal.id;
  if (before.state === 'scoped')
    return changeRecord(ctx, privacyKind, before, { state: 'awaiting_second', firstBy: by });
  if (before.state !== 'awaiting_second') {
    const allowed = before.state === 'received' ? ['scoped'] : [];
    fail('INVALID_STATE_TRANSITION', `The request is ${before.state}; this needs one that is scoped.`, {
      details: { from: before.state, to: 'executing', allowed },
    });
  }
  if (before.firstBy === by) return before;
  const job = await startJob(ctx, {
    kind: 'export',
    handler: 'execute_privacy_request',
    input: { requestId: id },
    repeatable: true,
  });
  return changeRecord(ctx, privacyKind, before, { state: 'executing', secondBy: by, jobId: job.id });
}

/** Loads the link to the file of an export, for the operator who confirmed it. */
export async function downloadOfRequest(
  ctx: TenantContext,
  { jobId }: PrivacyRequest,
): Promise<Download | null> {
  return (jobId && (await followedJob(ctx, jobId))?.download) || null;
}
