// Operations on campaigns: read, write, delete (crm.md section 9).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { completeCustomFields, readCustomFields } from '../custom-fields/record-values.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { applySavedView } from '../saved-views/apply.ts';
import { type CampaignInput, NO_AUDIENCE, NO_EXCLUSION, readInput } from './input.ts';
import { campaignKind } from './kind.ts';
import { Campaign } from './model.ts';
import { assertDeletable, assertEditable } from './rules.ts';

/** Returns a live campaign. @throws NOT_FOUND */
export function getCampaign(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<Campaign> {
  return Campaign.read(ctx, id, lookahead);
}

/** Returns a page of campaigns. */
export async function listCampaigns(
  ctx: TenantContext,
  args: ListArguments & { viewId?: string | null },
  lookahead: Lookahead,
): Promise<PageOf<Campaign>> {
  return listPage<Campaign>(
    ctx,
    campaignKind.listing,
    await applySavedView(ctx, 'campaigns', args),
    lookahead,
  );
}

/** Creates a draft. @throws VALIDATION_ERROR; NOT_FOUND for a saved view */
export async function createCampaign(ctx: TenantContext, input: CampaignInput): Promise<Campaign> {
  return insertRecord(ctx, campaignKind, {
    id: uuid(),
    ...{ subject: null, body: null, bodyHtml: null, fromConnectorId: null, scheduledAt: null },
    ...{ audience: NO_AUDIENCE, exclude: NO_EXCLUSION, requiresOptIn: false },
    ...(await readInput(ctx, input)),
    customFields: completeCustomFields(
      ctx,
      'campaigns',
      await readCustomFields(ctx, 'campaigns', input.customFields),
    ),
    status: 'draft',
  });
}

/**
 * Changes a campaign that is a draft, scheduled or paused.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED, VALIDATION_ERROR; CONFLICT not_editable
 */
export async function updateCampaign(
  ctx: TenantContext,
  id: string,
  input: CampaignInput,
  expectedVersion?: number | null,
): Promise<Campaign> {
  const before = await lockRecord(ctx, campaignKind, id, { expectedVersion });
  assertEditable(before);
  return changeRecord(ctx, campaignKind, before, {
    ...(await readInput(ctx, input, before)),
    customFields: await readCustomFields(ctx, 'campaigns', input.customFields, before.customFields),
  });
}

/**
 * Deletes a campaign that is not being sent.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED; CONFLICT not_deletable
 */
export async function deleteCampaign(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const campaign = await lockRecord(ctx, campaignKind, id, { expectedVersion });
  assertDeletable(campaign);
  return deleteRecord(ctx, campaignKind, campaign);
}
