// Banners by which operators tell people of incidents (platform.md §10), and those that a workspace sees now.
import { v7 as uuid } from 'uuid';
import { type Banner, NOTICES_CHANNEL } from '../../access/platform-notices.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { type BannerSeverity, IncidentBanner } from './model.ts';

/** An absent field stays unchanged. */
export interface BannerInput {
  title?: string | null;
  body?: string | null;
  severity?: BannerSeverity | null;
  workspaceIds?: string[] | null;
  startsAt?: Date | null;
  endsAt?: Date | null;
}

const bannerKind = partKind({ model: IncidentBanner, title: 'title' });
const listing: Listing = { model: IncidentBanner };

/** Returns a page of banners, the latest first. */
export function listBanners(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<IncidentBanner>> {
  return listPage<IncidentBanner>(ctx, listing, { ...args, sort: args.sort ?? ['-starts_at'] }, lookahead);
}

/** Publishes a banner. @throws VALIDATION_ERROR required, range; exists for a workspace that is not there */
export async function createBanner(ctx: TenantContext, input: BannerInput): Promise<IncidentBanner> {
  const startsAt = input.startsAt ?? ctx.now;
  const fields = { workspaceIds: null, endsAt: null, ...(await read(ctx, { ...input, startsAt }, startsAt)) };
  const banner = await insertRecord(ctx, bannerKind, { id: uuid(), ...fields });
  await announce(ctx);
  return banner;
}

/** Changes or ends a banner. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR as above */
export async function updateBanner(
  ctx: TenantContext,
  id: string,
  input: BannerInput,
  expectedVersion?: number | null,
): Promise<IncidentBanner> {
  const before = await lockRecord(ctx, bannerKind, id, { expectedVersion });
  const patch = await read(ctx, input, input.startsAt ?? before.startsAt, before.endsAt);
  const after = await changeRecord(ctx, bannerKind, before, patch);
  if (after !== before) await announce(ctx);
  return after;
}

/** Returns the banners that the caller's workspace sees now, the gravest first. */
export function bannersOf({ services, tenantId }: TenantContext): Banner[] {
  return services.notices.bannersOf(tenantId);
}

/** Lets every process show the banners as they are after the commit. */
async function announce(ctx: TenantContext): Promise<void> {
  ctx.tx.afterCommit(() => void ctx.services.notices.reload().catch(() => undefined));
  await ctx.tx.rows('select pg_notify($1, $2)', [NOTICES_CHANNEL, 'banner']);
}

async function read(
  ctx: TenantContext,
  input: BannerInput,
  startsAt: Date,
  formerEnd: Date | null = null,
): Promise<Partial<IncidentBanner>> {
  for (const field of ['title', 'body', 'severity', 'startsAt'] as const)
    if (input[field] === null || (typeof input[field] === 'string' && !input[field].trim()))
      throw invalid(
        field === 'startsAt' ? 'starts_at' : field,
        'required',
        'This field of a banner cannot be empty.',
      );
  const endsAt = input.endsAt === undefined ? formerEnd : input.endsAt;
  if (endsAt && endsAt <= startsAt)
    throw invalid('ends_at', 'range', 'A banner ends after it starts; change starts_at, too.');
  if (input.workspaceIds) await assertWorkspaces(ctx, input.workspaceIds);
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** @throws VALIDATION_ERROR exists */
async function assertWorkspaces(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  const rows = await ctx.tx.rows<{ id: string }>('select id from tenants where id = any ($1)', [ids]);
  const found = new Set(rows.map(({ id }) => id));
  const index = ids.findIndex((id) => !found.has(id));
  if (index >= 0) throw invalid(`workspace_ids[${index}]`, 'exists', 'There is no such workspace.');
}
