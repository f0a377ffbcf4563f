// Sends a campaign to people of the team, to look at it before it is launched.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { addToPreview } from '../../operations/preview.ts';
import { mailConnector } from '../api-keys/mail-connectors.ts';
import { communicationKind } from '../communications/kind.ts';
import { readLinks } from '../communications/links.ts';
import { readParticipants } from '../communications/participants.ts';
import { queueMessage } from '../communications/send.ts';
import { insertMessage } from '../communications/store.ts';
import { readTexts } from '../communications/texts.ts';
import { joinThread } from '../communications/threads.ts';
import { mergeValues } from '../merge-fields.ts';
import { lockRecord } from '../records/verbs.ts';
import { campaignKind } from './kind.ts';
import { fillCampaign } from './texts.ts';

export interface TestSend {
  recipients: string[];
  communicationIds: string[];
}

/**
 * Sends the texts with the values of the first member to at most five members of the workspace. Fields without a value and
 * the field of the unsubscribe link stay as they are written.
 * @throws NOT_FOUND, PERMISSION_DENIED; VALIDATION_ERROR exists for somebody who is no member; CAMPAIGN_NOT_READY without
 *   subject or body; CONNECTOR_NOT_CONFIGURED
 */
export async function testSendCampaign(
  ctx: TenantContext,
  id: string,
  userIds: readonly string[],
): Promise<TestSend> {
  const campaign = await lockRecord(ctx, campaignKind, id);
  const { channel, subject, body, bodyHtml, fromConnectorId } = campaign;
  const missing = [
    ...(channel === 'email' ? [] : ['channel']),
    ...(subject ? [] : ['subject']),
    ...(body || bodyHtml ? [] : ['body']),
  ];
  if (missing.length) fail('CAMPAIGN_NOT_READY', undefined, { details: { missing } });
  const people = await teamAddresses(ctx, [...new Set(userIds)]);
  const { from } = await mailConnector(ctx, fromConnectorId);
  const [first] = await ctx.tx.rows<{ contactId: string }>(
    `select contact_id as "contactId" from campaign_members where tenant_id = $1 and campaign_id = $2 order by created_at, id limit 1`,
    [ctx.tenantId, id],
  );
  const { values } = await mergeValues(ctx, {
    contactId: first?.contactId ?? null,
    userId: ctx.principal.id,
  });
  const { texts } = fillCampaign(campaign, values);
  addToPreview(ctx, { recipients: people.map(({ email }) => email), subject, text: body });
  const communicationIds: string[] = [];
  for (const { id: userId, email, name } of people) {
    const message = uuid();
    await insertMessage(ctx, {
      id: message,
      channel: 'email',
      direction: 'outbound',
      purpose: 'general',
      status: 'draft',
      connectorId: fromConnectorId,
      attachments: [],
      ...readTexts({ ...texts, subject: `[Test] ${texts.subject}` }),
      tags: [],
      customFields: {},
      participants: await readParticipants(ctx, 'email', [
        { role: 'from', address: from.address, name: from.name },
        { role: 'to', address: email, name, userId },
      ]),
      links: await readLinks(ctx, undefined, []),
      threadId: await joinThread(ctx, { channel: 'email' }),
    });
    await queueMessage(ctx, await lockRecord(ctx, communicationKind, message), null);
    communicationIds.push(message);
  }
  await emit(ctx, 'campaign.test_sent', {
    object: { id, version: campaign.version },
    label: campaign.name,
    links: [],
    data: { recipients: people.length },
  });
  return { recipients: people.map(({ email }) => email), communicationIds };
}

async function teamAddresses(
  ctx: TenantContext,
  userIds: readonly string[],
): Promise<{ id: string; email: string; name: string }[]> {
  const rows = await ctx.tx.rows<{ id: string; email: string; name: string }>(
    `select u.id, u.email, u.name from memberships m join users u on u.id = m.user_id
     where m.tenant_id = $1 and m.user_id = any ($2) and m.status = 'active' and u.status = 'active'`,
    [ctx.tenantId, userIds],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return userIds.map((userId, index) => {
    const person = found.get(userId);
    if (!person) throw invalid(`user_ids[${index}]`, 'exists', 'This is no active member of the workspace.');
    return person;
  });
}
