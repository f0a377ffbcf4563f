// How a company becomes a client: found by the matcher and linked, or created (service.md part 3; crm.md section 2).
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import {
  assertNumberFree,
  becomeClient,
  bookNumber,
  lastNumber,
  nextNumber,
} from '../companies/client-numbers.ts';
import { addMissing } from '../companies/identifiers.ts';
import { type CompanyInput, type ReadInput, readInput } from '../companies/input.ts';
import { insertCompany, noteSubject } from '../companies/service.ts';
import { fillCustomFields } from '../custom-fields/write.ts';
import type { Candidate, MatchStep } from '../matcher/rules.ts';
import { type CompanyQuery, findMatch, lockQuery, readQuery, similarityTo } from '../matcher/service.ts';
import { addNotes } from '../notes/service.ts';
import { findAndWrite } from '../upsert.ts';
import { AT_ONCE, associateContacts } from './contacts.ts';
import { Client } from './model.ts';
import { isEmpty } from './rules.ts';
import { tell } from './service.ts';

/** Below this likeness of the names, the caller is told that they differ. */
const NAMES_DIFFER = 0.3;

/** What a caller may give: the names of the matcher, a choice, and fields that an empty company takes on. */
export interface ClientInput extends CompanyInput {
  clientName?: string | null;
  /** The company that is meant; skips the matcher. */
  companyId?: string | null;
  /** Nobody is meant although names are alike. */
  forceNew?: boolean | null;
}

/** How the client came to be. */
export interface ClientMatch {
  outcome: 'created' | 'linked' | 'reactivated';
  step: MatchStep | null;
  score: number | null;
  warnings: 'name_differs'[];
  contactsAssociated: number;
}

/**
 * Makes a client of the company that name and domain mean, or of a new one.
 * @throws CONFLICT multiple_matches, ambiguous_match with the candidates; nothing is written
 * @throws CONFLICT identifier_taken, client_number_taken, client_number_locked; HUMAN_REQUIRED for force_new by a token
 */
export async function createOrLinkClient(
  ctx: TenantContext,
  { clientName, companyId, forceNew, website, domain, ...input }: ClientInput,
): Promise<Client & { match: ClientMatch }> {
  if (forceNew && ctx.principal.kind !== 'user')
    fail('HUMAN_REQUIRED', 'Only a signed-in person may create a client beside one that matches.');
  if (forceNew && companyId)
    throw invalid('force_new', 'exclusive', 'Give company_id to choose a company, or force_new, not both.');
  const sought = readQuery({ clientName, website, domain });
  const read = await readInput(ctx, { ...input, name: clientName });
  await lockQuery(ctx, sought);
  return findAndWrite(
    ctx,
    async () => (companyId ? { id: companyId } : choose(ctx, sought, forceNew === true)),
    async (found) => {
      const { client, ...made } = found
        ? await link(ctx, await lockCompany(ctx, found.id, !!companyId), sought, read)
        : await create(ctx, sought, read);
      const { match: step = null, score = null } = found && 'match' in found ? found : {};
      return Object.assign(client, { match: { step, score, ...made } });
    },
  );
}

/** A company as the matcher found it. */
type Chosen = Candidate & { id: string };

type Made = Omit<ClientMatch, 'step' | 'score'> & { client: Client };

/** The company that the matcher means; undefined for a new one. @throws CONFLICT with the candidates */
async function choose(
  ctx: TenantContext,
  sought: CompanyQuery,
  forceNew: boolean,
): Promise<Chosen | undefined> {
  const verdict = await findMatch(ctx, sought);
  if (forceNew) {
    const holders = verdict.candidates.filter(({ match }) => match === 'identifier');
    if (holders.length) throw conflict(ctx, 'identifier_taken', holders);
    return undefined;
  }
  if (verdict.verdict === 'ambiguous') throw conflict(ctx, verdict.reason, verdict.candidates);
  return verdict.verdict === 'match' ? { id: verdict.match.companyId, ...verdict.match } : undefined;
}

const MESSAGES = {
  multiple_matches: 'Several companies match; repeat the request with company_id to choose one.',
  ambiguous_match: 'Several companies match about as well; repeat the request with company_id to choose one.',
  identifier_taken:
    'A company holds this website or domain, so a new one cannot; leave out force_new to link it.',
};

/** Candidates stand by name only for those who may read companies (crm.md section 2). */
function conflict(ctx: TenantContext, reason: keyof typeof MESSAGES, candidates: Candidate[]): ServiceError {
  const access = {
    module: 'crm',
    permission: 'companies.read',
    scope: 'crm.companies:read',
    principals: 'tenant',
    risk: 'read',
  } as const;
  const readable = refusal(access, ctx.principal) ? [] : candidates;
  return new ServiceError('CONFLICT', MESSAGES[reason], {
    details: {
      reason,
      candidate_company_ids: candidates.map(({ companyId }) => companyId),
      candidates: readable.map(({ companyId, ...rest }) => ({ company_id: companyId, ...rest })),
    },
  });
}

/** @throws VALIDATION_ERROR exists for a company that the caller named and that is not there */
async function lockCompany(ctx: TenantContext, id: string, named: boolean): Promise<Client> {
  try {
    return await Client.lock(ctx, id);
  } catch (error) {
    if (!named || !(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw invalid('company_id', 'exists', 'There is no such company.', error.extras.details);
  }
}

async function create(ctx: TenantContext, { identifiers }: CompanyQuery, read: ReadInput): Promise<Made> {
  const number = read.number ?? (await nextNumber(ctx));
  const fields = { ...read.fields, source: 'client_create' };
  const company = await insertCompany(
    ctx,
    { ...read, fields, identifiers, number },
    { event: 'client.created', source: 'client_create' },
  );
  const contactsAssociated = await associate(ctx, company.id);
  return { client: company as unknown as Client, outcome: 'created', warnings: [], contactsAssociated };
}

async function link(
  ctx: TenantContext,
  before: Client,
  { name, identifiers }: CompanyQuery,
  read: ReadInput,
): Promise<Made> {
  const likeness = await similarityTo(ctx, before.id, name);
  const number = await numberFor(ctx, before, read.number);
  const { added, fields } = await addMissing(ctx, before.id, identifiers, 'client_create');
  const custom = fillCustomFields(before.customFields, read.fields.customFields as never);
  const patch = {
    ...emptyFields(before, read.fields),
    ...(custom && { customFields: custom }),
    ...fields,
    ...(!before.clientId && becomeClient(before.companyType, number)),
  };
  const isChanged = added.length > 0 || Object.keys(patch).length > 0;
  const after = isChanged ? await before.change(ctx, patch) : before;
  await addNotes(ctx, noteSubject(before.id), read.notes);
  const contactsAssociated = await associate(ctx, before.id);
  const outcome = before.clientStatus === 'former' ? 'reactivated' : 'linked';
  if (isChanged || contactsAssociated) {
    const data = { identifiers_added: added, contacts_associated: contactsAssociated };
    await tell(ctx, `client.${outcome}`, before, after, data);
  }
  const warnings: ClientMatch['warnings'] = likeness < NAMES_DIFFER ? ['name_differs'] : [];
  return { client: after, outcome, warnings, contactsAssociated };
}

/** The number that a company gets as a client: the wanted one, the one that it had, or the next one. */
async function numberFor(
  ctx: TenantContext,
  company: Client,
  wanted: string | null | undefined,
): Promise<string> {
  if (company.clientId) {
    if (!wanted || wanted === company.clientId) return company.clientId;
    fail(
      'CONFLICT',
      `The company is the client ${company.clientId}; its number is changed on its own route.`,
      {
        details: { reason: 'client_number_locked' },
      },
    );
  }
  if (wanted) await assertNumberFree(ctx, wanted, company.id);
  const number = wanted ?? (await lastNumber(ctx, company.id)) ?? (await nextNumber(ctx));
  await bookNumber(ctx, number, company.id);
  return number;
}

/** The fields of a request that the company has nothing in. */
function emptyFields(company: Client, given: Record<string, unknown>): Record<string, unknown> {
  const stored = company as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => isEmpty(stored[field]) && !isEmpty(value)),
  );
}

async function associate(ctx: TenantContext, companyId: string): Promise<number> {
  const added = await associateContacts(ctx, companyId);
  if (added === AT_ONCE) await enqueue(ctx, 'associate_domain_contacts', { companyId });
  return added;
}
