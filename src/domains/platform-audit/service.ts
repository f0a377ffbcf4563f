// Shows operators what operators did, verifies audit chains, revokes leaked tokens and rotates the signing key (platform.md §10).

import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import {
  KEYS_CHANNEL,
  LONGEST_TOKEN_SECONDS,
  reloadSigningKeys,
  replaceSigningKey,
} from '../../access/signing-keys.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { queueMail } from '../../mail/queue.ts';
import { inWorkspaceAsOperator } from '../../operations/as-operator.ts';
import { revokeToken } from '../api-access/service.ts';
import { verifyChain } from '../audit/verify.ts';
import { PlatformAuditEntry } from './model.ts';

const listing: Listing = { model: PlatformAuditEntry };

/** Tokens that one call revokes at most. */
const MAX_TOKENS = 100;

/** Returns a page of what operators did, newest first. */
export function listPlatformAudit(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformAuditEntry>> {
  return listPage<PlatformAuditEntry>(
    ctx,
    listing,
    { ...args, sort: args.sort ?? ['-occurred_at'] },
    lookahead,
  );
}

/** Computes the audit chain of a workspace again. @throws NOT_FOUND */
export async function verifyAuditChain(ctx: TenantContext, workspaceId: string) {
  const [found] = await ctx.tx.rows('select from tenants where id = $1', [workspaceId]);
  if (!found) return fail('NOT_FOUND');
  const { sealed, erased, unsealed, head, faults } = await verifyChain(ctx.services, workspaceId);
  return {
    ...{ workspaceId, sealed, erased, unsealed, headSeq: head.seq, headHash: head.hash },
    proven: faults.length === 0,
    firstBreak: faults[0] ?? null,
    breaks: faults.length,
  };
}

interface FoundToken {
  id: string;
  workspaceId: string;
  name: string;
  prefix: string;
  isRevoked: boolean;
  ownerEmail: string | null;
}

/**
 * Revokes tokens by id, prefix or value; whoever is responsible for one gets a mail.
 * @throws VALIDATION_ERROR without any of the three, and for more than a hundred tokens
 */
export async function revokeLeakedTokens(
  ctx: TenantContext,
  { ids, prefix, value }: { ids?: readonly string[] | null; prefix?: string | null; value?: string | null },
): Promise<{ revoked: FoundToken[]; alreadyRevoked: number }> {
  if (!ids?.length && !prefix && !value)
    throw invalid('ids', 'required', 'Give ids, a prefix or the leaked value of tokens.');
  const hash = value ? ctx.services.keys.hashToken(value) : null;
  const found = await ctx.tx.rows<FoundToken>(
    `select k.id, k.tenant_id as "workspaceId", k.name, k.prefix, k.revoked_at is not null as "isRevoked", u.email as "ownerEmail"
     from api_tokens k left join users u on u.id = k.owner_user_id
     where k.id = any ($1::uuid[]) or ($2::text is not null and starts_with(k.prefix, $2))
       or ($3::text is not null and $3 in (k.secret_hash, k.previous_secret_hash))
     order by k.tenant_id, k.id limit ${MAX_TOKENS + 1}`,
    [ids ?? [], prefix ?? null, hash],
  );
  if (found.length > MAX_TOKENS)
    throw invalid('prefix', 'too_many', `More than ${MAX_TOKENS} tokens match; give a longer prefix.`);
  const revoked = found.filter(({ isRevoked }) => !isRevoked);
  for (const token of revoked)
    await inWorkspaceAsOperator(ctx, token.workspaceId, [], async (inside) => {
      await revokeToken(inside, token.id, 'leaked');
      if (token.ownerEmail)
        await queueMail(inside, {
          to: token.ownerEmail,
          subject: 'An API token of yours was revoked',
          text: `The API token "${token.name}" (${token.prefix}…) was found outside of your systems, so an operator of the platform has revoked it.

Create another one, and find out how this one got out.`,
        });
    });
  return { revoked, alreadyRevoked: found.length - revoked.length };
}

/** Replaces the key that signs access tokens, in all processes. */
export async function rotateSigningKey(ctx: TenantContext) {
  const { kid, retiredKid } = await replaceSigningKey(ctx.services, ctx.db);
  await emit(ctx, 'signing_key.rotated', {
    // A key has no id; the audit names it by its label.
    object: { id: PLATFORM_WORKSPACE },
    label: kid,
    before: { kid: retiredKid },
    after: { kid },
    links: [],
  });
  ctx.tx.afterCommit(() => reloadSigningKeys(ctx.services));
  await ctx.tx.rows('select pg_notify($1, $2)', [KEYS_CHANNEL, kid]);
  return {
    kid,
    retiredKid,
    retiredUntil: retiredKid === null ? null : new Date(ctx.now.getTime() + LONGEST_TOKEN_SECONDS * 1000),
  };
}
