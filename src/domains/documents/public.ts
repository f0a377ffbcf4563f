// What clients do with a link: the workspace behind it, its limits, and the context in which the visit is recorded.
import { ANONYMOUS } from '../../access/principal.ts';
import type { Context, TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { type DocumentLink, findLink } from './links.ts';

/** Which rate limit a call counts in. */
type Policy = 'public-room' | 'public-room-write';

/** Finds the link of a token and counts the call. @throws NOT_FOUND, RATE_LIMITED */
export async function openLink(
  ctx: Context,
  token: string,
  page: 'quote' | 'invoice',
  policy: Policy,
): Promise<DocumentLink & { documentId: string; timeZone: string }> {
  await ctx.services.limiter.consume(policy, `${ctx.services.keys.hashToken(token)}:${ctx.ip ?? ''}`);
  const link = await findLink(ctx, token);
  const documentId = page === 'quote' ? link?.quoteId : link?.invoiceId;
  if (!link || !documentId) return fail('NOT_FOUND', 'There is no such link.');
  const [tenant] = await ctx.services.database.read({}, (tx) =>
    tx.rows<{ timeZone: string; status: string; modules: Record<string, boolean> }>(
      'select time_zone as "timeZone", status, modules from tenants where id = $1',
      [link.tenantId],
    ),
  );
  if (tenant?.status !== 'active' || tenant.modules.commercial === false)
    fail('NOT_FOUND', 'There is no such link.');
  return { ...link, documentId, timeZone: tenant.timeZone };
}

/** Returns whether the workspace itself opens its link, which is no view of the client. */
export function isOfWorkspace(ctx: Context, { tenantId }: DocumentLink): boolean {
  return ctx.principal.tenantId === tenantId;
}

/** Returns the context of a visitor in the workspace of a link. */
export function visitorContext(
  ctx: Context,
  { tenantId, timeZone }: { tenantId: string; timeZone: string },
  name = 'client',
): TenantContext {
  const principal = { ...ANONYMOUS, tenantId, timeZone, label: name };
  return { ...ctx, tenantId, principal };
}

/** Runs work as the visitor, in the transaction of the idempotency key or in one of its own. */
export function asVisitor<T>(
  ctx: Context,
  link: { tenantId: string; timeZone: string },
  work: (visitor: TenantContext) => Promise<T>,
): Promise<T> {
  const visitor = visitorContext(ctx, link);
  // With an idempotency key, the work and its stored answer are committed together.
  if (ctx.opensLink) return work({ ...visitor, loaders: new Map() });
  return ctx.services.database.write({ tenantId: link.tenantId }, (tx) =>
    work({ ...visitor, tx, db: tx.db, loaders: new Map() }),
  );
}
