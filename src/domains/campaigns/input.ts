// Reads what people write of a campaign: its texts, connector, time, audience and exclusions.
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { mailConnector } from '../api-keys/mail-connectors.ts';
import { contactById } from '../contacts/loaders.ts';
import { assertMergeFields, mergeFieldsIn } from '../merge-fields.ts';
import { sanitizeMailHtml } from '../rich-text.ts';
import { applySavedView } from '../saved-views/apply.ts';
import type { Audience, Campaign, CampaignChannel, Exclusion } from './model.ts';
import { readScheduledAt } from './rules.ts';
import { withoutUnsubscribeField } from './texts.ts';

/** The writable members of a campaign; an absent one is left unchanged, null clears it. */
export interface CampaignInput {
  name?: string | null;
  channel?: CampaignChannel | null;
  subject?: string | null;
  body?: string | null;
  bodyHtml?: string | null;
  fromConnectorId?: string | null;
  scheduledAt?: Date | null;
  audience?: {
    contactIds?: readonly string[] | null;
    savedViewId?: string | null;
    tag?: string | null;
  } | null;
  exclude?: { contactIds?: readonly string[] | null; tag?: string | null } | null;
  requiresOptIn?: boolean | null;
  customFields?: Record<string, unknown> | null;
}

/** The audience of a campaign that nobody has chosen yet. */
export const NO_AUDIENCE: Audience = { contactIds: [], savedViewId: null, tag: null };
export const NO_EXCLUSION: Exclusion = { contactIds: [], tag: null };

/**
 * Returns the fields that an input sets, without its custom fields.
 * @throws VALIDATION_ERROR required, merge_field, exists, past, too_far, read_only; NOT_FOUND for a view
 */
export async function readInput(
  ctx: TenantContext,
  input: CampaignInput,
  before?: Campaign,
): Promise<Partial<Campaign>> {
  const fields: Partial<Campaign> = {};
  if (input.name !== undefined) fields.name = readName(input.name);
  if (input.channel !== undefined) fields.channel = readChannel(input.channel, before);
  if (input.subject !== undefined) fields.subject = readText(lineOf(input.subject), 'subject');
  if (input.body !== undefined) fields.body = readText(input.body, 'body');
  if (input.bodyHtml !== undefined) {
    const html = readText(input.bodyHtml, 'body_html');
    fields.bodyHtml = html && (sanitizeMailHtml(html).trim() || null);
  }
  if (input.fromConnectorId !== undefined)
    fields.fromConnectorId = await readConnector(ctx, input.fromConnectorId, before);
  if (input.scheduledAt !== undefined)
    fields.scheduledAt = readScheduledAt(input.scheduledAt, ctx.now, before);
  if (input.audience !== undefined) fields.audience = await readAudience(ctx, input.audience, before);
  if (input.exclude !== undefined) fields.exclude = await readExclusion(ctx, input.exclude, before);
  if (input.requiresOptIn !== undefined) fields.requiresOptIn = input.requiresOptIn ?? false;
  return fields;
}

/** @throws VALIDATION_ERROR required */
function readName(name: string | null): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the campaign a name.');
  return text;
}

/** @throws VALIDATION_ERROR required, read_only */
function readChannel(channel: CampaignChannel | null, before: Campaign | undefined): CampaignChannel {
  if (!channel) throw invalid('channel', 'required', 'Give the channel of the campaign, such as email.');
  if (before && before.channel !== channel)
    throw invalid('channel', 'read_only', 'The channel is set on creation; create another campaign.');
  return channel;
}

/** Returns a text whose merge fields are known; deals are no part of a campaign. @throws VALIDATION_ERROR merge_field */
function readText(text: string | null, path: string): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const fields = withoutUnsubscribeField(trimmed);
  assertMergeFields(fields, path);
  const ofDeal = mergeFieldsIn([fields]).find((name) => name.startsWith('deal.'));
  if (ofDeal) throw invalid(path, 'merge_field', `A campaign has no deal, so it has no ${ofDeal}.`);
  return trimmed;
}

/** Returns a subject in one line: headers of mail have no line breaks. */
function lineOf(text: string | null): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
}

/** @throws VALIDATION_ERROR exists */
async function readConnector(
  ctx: TenantContext,
  id: string | null,
  before: Campaign | undefined,
): Promise<string | null> {
  if (!id || id === before?.fromConnectorId) return id;
  try {
    await mailConnector(ctx, id);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw invalid('from_connector_id', 'exists', 'There is no provider key of email_smtp with this id.');
  }
  return id;
}

/** @throws VALIDATION_ERROR exists; NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR for a view that selects no contacts */
async function readAudience(
  ctx: TenantContext,
  input: NonNullable<CampaignInput['audience']> | null,
  before: Campaign | undefined,
): Promise<Audience> {
  const former = before?.audience ?? NO_AUDIENCE;
  const audience = {
    contactIds: await readContacts(ctx, input?.contactIds, 'audience.contact_ids', former.contactIds),
    savedViewId: input?.savedViewId ?? null,
    tag: input?.tag?.trim() || null,
  };
  if (audience.savedViewId && audience.savedViewId !== former.savedViewId)
    await applySavedView(ctx, 'contacts', { viewId: audience.savedViewId });
  return audience;
}

/** @throws VALIDATION_ERROR exists */
async function readExclusion(
  ctx: TenantContext,
  input: NonNullable<CampaignInput['exclude']> | null,
  before: Campaign | undefined,
): Promise<Exclusion> {
  const former = before?.exclude ?? NO_EXCLUSION;
  return {
    contactIds: await readContacts(ctx, input?.contactIds, 'exclude.contact_ids', former.contactIds),
    tag: input?.tag?.trim() || null,
  };
}

/** Returns the ids of contacts, each once; those of a former list may have been deleted since. @throws VALIDATION_ERROR exists */
async function readContacts(
  ctx: TenantContext,
  ids: readonly string[] | null | undefined,
  path: string,
  former: readonly string[],
): Promise<string[]> {
  const known = new Set(former);
  const unique = [...new Set(ids ?? [])];
  const contacts = await Promise.all(unique.map((id) => (known.has(id) ? true : contactById(ctx, id))));
  const missing = contacts.findIndex((contact) => !contact);
  if (missing >= 0) throw invalid(`${path}[${missing}]`, 'exists', 'There is no such contact.');
  return unique;
}
