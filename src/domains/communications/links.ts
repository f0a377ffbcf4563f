// The records that a communication belongs to.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { companyById } from '../companies/loaders.ts';
import { contactById } from '../contacts/loaders.ts';
import { dealById } from '../deals/loaders.ts';
import { projectById } from '../projects/loaders.ts';
import { roomById } from '../rooms/loaders.ts';

export interface LinksInput {
  companyId?: string | null;
  contactIds?: readonly string[] | null;
  dealId?: string | null;
  projectId?: string | null;
  roomId?: string | null;
}

/** The links of a message as they are stored. */
export interface Links {
  companyId: string | null;
  dealId: string | null;
  projectId: string | null;
  roomId: string | null;
  contactIds: string[];
}

export const NO_LINKS: Links = {
  companyId: null,
  dealId: null,
  projectId: null,
  roomId: null,
  contactIds: [],
};

/**
 * Returns the links after an input; absent members stay.
 * @param contactIds the contacts among the participants, the first of which gives the default company
 * @throws VALIDATION_ERROR exists
 */
export async function readLinks(
  ctx: TenantContext,
  input: LinksInput | null | undefined,
  contactIds: readonly string[],
  before?: Links,
): Promise<Links> {
  const links = { ...(before ?? NO_LINKS) };
  if (input?.contactIds !== undefined) links.contactIds = [...new Set(input?.contactIds ?? [])];
  if (input?.dealId !== undefined) links.dealId = input.dealId;
  if (input?.projectId !== undefined) links.projectId = input.projectId;
  if (input?.roomId !== undefined) links.roomId = input.roomId;
  const [contacts, deal, company, project, room] = await Promise.all([
    Promise.all(links.contactIds.map((id) => contactById(ctx, id))),
    input?.dealId ? dealById(ctx, input.dealId) : null,
    input?.companyId ? companyById(ctx, input.companyId) : null,
    input?.projectId ? projectById(ctx, input.projectId) : null,
    input?.roomId ? roomById(ctx, input.roomId) : null,
  ]);
  const missing = input?.contactIds?.length ? contacts.findIndex((contact) => !contact) : -1;
  if (missing >= 0) throw invalid(`links.contact_ids[${missing}]`, 'exists', 'There is no such contact.');
  if (input?.dealId && !deal) throw invalid('links.deal_id', 'exists', 'There is no such deal.');
  if (input?.companyId && !company) throw invalid('links.company_id', 'exists', 'There is no such company.');
  if (input?.projectId && !project) throw invalid('links.project_id', 'exists', 'There is no such project.');
  if (input?.roomId && !room) throw invalid('links.room_id', 'exists', 'There is no such room.');
  if (input?.companyId !== undefined) links.companyId = input.companyId;
  else if (!before) links.companyId = await defaultCompany(ctx, [...links.contactIds, ...contactIds]);
  return links;
}

/** Returns the company of the first contact. */
async function defaultCompany(ctx: TenantContext, contactIds: readonly string[]): Promise<string | null> {
  const contact = await contactById(ctx, contactIds[0]);
  return (await companyById(ctx, contact?.companyId))?.id ?? null;
}
