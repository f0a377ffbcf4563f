// The links by which clients open a quote or invoice: a token that is shown once and stored as a hash.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Context, TenantContext } from '../../context.ts';

/** A link as it is found by its token. */
export interface DocumentLink {
  tenantId: string;
  id: string;
  quoteId: string | null;
  invoiceId: string | null;
}

/** Makes a link to a document and returns its address, which is shown only once and never to agents. */
export async function createLink(
  ctx: TenantContext,
  page: 'quote' | 'invoice',
  documentId: string,
): Promise<string> {
  const { keys, config } = ctx.services;
  const token = randomBytes(32).toString('base64url');
  await ctx.tx.rows(
    `insert into document_links (tenant_id, id, token_hash, ${page}_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
    [ctx.tenantId, uuid(), keys.hashToken(token), documentId, ctx.now],
  );
  return `${config.pagesUrl}/${page}#token=${token}`;
}

/** Returns the address for the answer: null for agents, otherwise marked as shown once. */
export function shownUrl(ctx: TenantContext, url: string): string | null {
  if (ctx.principal.kind === 'agent') return null;
  ctx.shownOnce.add(url);
  return url;
}

/** Finds the link of a token; undefined for an unknown one. */
export async function findLink(
  ctx: Pick<Context, 'services'>,
  token: string,
): Promise<DocumentLink | undefined> {
  const secretHash = ctx.services.keys.hashToken(token);
  const rows = await ctx.services.database.read({ secretHash }, (tx) =>
    tx.rows<DocumentLink>(
      `select tenant_id as "tenantId", id, quote_id as "quoteId", invoice_id as "invoiceId" from document_links where token_hash = $1`,
      [secretHash],
    ),
  );
  return rows[0];
}
