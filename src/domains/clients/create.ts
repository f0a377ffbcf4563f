// Makes a company a client: finds it with the matcher and links it, or creates it (service.md part 3; crm.md section
import { v7 as uuid } from 'uuid';
// 2).
import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import {
  assertNumberFree,
  lastNumber,
  newClientFields,
  nextNumber,
  reserveNumber,
} from '../companies/client-numbers.ts';
import { addMissing } from '../companies/identifiers.ts';
import { type CompanyInput, type ParsedInput, parseInput } from '../companies/input.ts';
import { insertCompany, noteSubject } from '../companies/service.ts';
import { fillCustomFields } from '../custom-fields/record-values.ts';
import type { Candidate, MatchStep } from '../matcher/rules.ts';
import { type CompanyQuery, findMatch, lockQuery, readQuery, similarityTo } from '../matcher/service.ts';
import { addNotes } from '../notes/service.ts';
import { findAndWrite } from '../upsert.ts';
import { associateContacts, MAX_CONTACTS_PER_CALL } from './contacts.ts';
import { Client } from './model.ts';
import { isEmpty } from './rules.ts';
import { emitClientEvent } from './service.ts';

/** Below this similarity of the names, the response warns that they differ. */
const MIN_NAME_SIMILARITY = 0.3;

/** The input: names for the matcher, an explicit choice, and fields that fill empty ones of the company. */
export interface ClientInput extends CompanyInput {
  clientName?: string | null;
  /** The company to link; skips the matcher. */
  companyId?: string | null;
  /** Creates a new company even if similar names exist. */
  forceNew?: boolean | null;
}

/** How the client was created or linked. */
export interface ClientMatch {
  outcome: 'created' | 'linked' | 'reactivated';
  step: MatchStep | null;
  score: number | null;
  warnings: 'name_differs'[];
  contactsAssociated: number;
}

/**
 * Makes the company that the name and domain identify a client, or a new company.
 * @throws CONFLICT multiple_matches, ambiguous_match with the candidates; nothing is written
 * @throws CONFLICT identifier_taken, client_number_taken, client_number_locked; HUMAN_REQUIRED if a token sets
 *   force_new
 */
export async function createOrLinkClient(
  ctx: TenantContext,
  { clientName, companyId, forceNew, website, domain, ...input }: ClientInput,
): Promise<Client & { match: ClientMatch }> {
  if (forceNew && ctx.principal.kind !== 'user')
    fail(
      'HUMAN_REQUIRED',
      'Only a signed-in person may use force_new to create a client although others match.',
    );
  if (forceNew && companyId)
    throw invalid('force_new', 'exclusive', 'Give company_id to choose a company, or force_new, not both.');
  const query = readQuery({ clientName, website, domain });
  const parsed = await parseInput(ctx, { ...input, name: clientName });
  await lockQuery(ctx, query);
  return findAndWrite(
    ctx,
    async () => (companyId ? { id: companyId } : chooseCompany(ctx, query, forceNew === true)),
    async (found) => {
      const { client, ...result } = found
        ? await linkClient(ctx, await lockCompany(ctx, found.id, !!companyId), query, parsed)
        : await createClient(ctx, query, parsed);
      const { match: step = null, score = null } = found && 'match' in found ? found : {};
      return Object.assign(client, { match: { step, score, ...result } });
    },
  );
}

/** A company that the matcher chose. */
type MatchedCompany = Candidate & { id: string };

type ClientResult = Omit<ClientMatch, 'step' | 'score'> & { client: Client };

/** Returns the company that the matcher chose; undefined for a new one. @throws CONFLICT with the candidates */
async function chooseCompany(
  ctx: TenantContext,
  query: CompanyQuery,
  forceNew: boolean,
): Promise<MatchedCompany | undefined> {
  const verdict = await findMatch(ctx, query);
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
  ambiguous_match:
    'Several companies match about equally well; repeat the request with company_id to choose one.',
  identifier_taken: 'Another company has this website or domain; to link that company, omit force_new.',
};

/** Builds the error; it names the candidates only to those who may read companies (crm.md section 2). */
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

/** Locks the company. @throws VALIDATION_ERROR exists if the caller named a company that does not exist */
async function lockCompany(ctx: TenantContext, id: string, isNamedByCaller: boolean): Promise<Client> {
  try {
    return await Client.lock(ctx, id);
  } catch (error) {
    if (!isNamedByCaller || !(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw invalid('company_id', 'exists', 'There is no such company.', error.extras.details);
  }
}

async function createClient(
  ctx: TenantContext,
  { identifiers }: CompanyQuery,
  parsed: ParsedInput,
): Promise<ClientResult> {
  const id = uuid();
  const number = parsed.number ?? (await nextNumber(ctx, id));
  const fields = { ...parsed.fields, source: 'client_create' };
  const company = await insertCompany(
    ctx,
    { ...parsed, fields, identifiers, number },
    { event: 'client.created', source: 'client_create', id },
  );
  const contactsAssociated = await associate(ctx, company.id);
  return { client: company as unknown as Client, outcome: 'created', warnings: [], contactsAssociated };
}

async function linkClient(
  ctx: TenantContext,
  before: Client,
  { name, identifiers }: CompanyQuery,
  parsed: ParsedInput,
): Promise<ClientResult> {
  const similarity = await similarityTo(ctx, before.id, name);
  const number = await numberFor(ctx, before, parsed.number);
  const { added, fields } = await addMissing(ctx, before.id, identifiers, 'client_create');
  const custom = fillCustomFields(before.customFields, parsed.fields.customFields as never);
  const patch = {
    ...fillableFields(before, parsed.fields),
    ...(custom && { customFields: custom }),
    ...fields,
    ...(!before.clientId && newClientFields(before.companyType, number)),
  };
  const isChanged = added.length > 0 || Object.keys(patch).length > 0;
  const after = isChanged ? await before.change(ctx, patch) : before;
  await addNotes(ctx, noteSubject(before.id), parsed.notes);
  const contactsAssociated = await associate(ctx, before.id);
  const outcome = before.clientStatus === 'former' ? 'reactivated' : 'linked';
  if (isChanged || contactsAssociated) {
    const data = { identifiers_added: added, contacts_associated: contactsAssociated };
    await emitClientEvent(ctx, `client.${outcome}`, before, after, data);
  }
  const warnings: ClientMatch['warnings'] = similarity < MIN_NAME_SIMILARITY ? ['name_differs'] : [];
  return { client: after, outcome, warnings, contactsAssociated };
}

/** Returns the client number of a company: the requested one, its current or former one, or the next one. */
async function numberFor(
  ctx: TenantContext,
  company: Client,
  requested: string | null | undefined,
): Promise<string> {
  if (company.clientId) {
    if (!requested || requested === company.clientId) return company.clientId;
    fail(
      'CONFLICT',
      `The company already has the client number ${company.clientId}; to change it, use PATCH /api/clients/{id}/number.`,
      {
        details: { reason: 'client_number_locked' },
      },
    );
  }
  if (requested) await assertNumberFree(ctx, requested, company.id);
  const number = requested ?? (await lastNumber(ctx, company.id)) ?? (await nextNumber(ctx, company.id));
  await reserveNumber(ctx, number, company.id);
  return number;
}

/** Returns the given fields that are empty in the company. */
function fillableFields(company: Client, input: Record<string, unknown>): Record<string, unknown> {
  const stored = company as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => isEmpty(stored[field]) && !isEmpty(value)),
  );
}

async function associate(ctx: TenantContext, companyId: string): Promise<number> {
  const added = await associateContacts(ctx, companyId);
  if (added === MAX_CONTACTS_PER_CALL) await enqueue(ctx, 'associate_domain_contacts', { companyId });
  return added;
}
