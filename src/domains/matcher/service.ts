// Finds the company that a name and a domain identify (crm.md section 2), for dry runs and for the creation of clients.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { identifiersOf } from '../companies/input.ts';
import { isPersonalDomain } from '../companies/personal-domains.ts';
import { brandOf } from './brand.ts';
import { type Candidate, decide, type MatchStep, type Verdict } from './rules.ts';
import { BY_BRAND, BY_EQUAL_NAME, BY_IDENTIFIER, BY_SIMILAR_NAME, LOCK, SIMILARITY } from './statements.ts';

export interface MatchInput {
  name?: string | null;
  clientName?: string | null;
  website?: string | null;
  domain?: string | null;
}

/** The name and identifiers to match companies by. */
export interface CompanyQuery {
  name: string;
  /** Website and email domain; if the request gives only one, it is used for both. */
  identifiers: ReturnType<typeof identifiersOf>;
  hosts: string[];
}

/**
 * Reads the name and the identifiers to match by.
 * @throws VALIDATION_ERROR without a name, without both website and domain, or for a personal mail domain
 */
export function readQuery({ name, clientName, website, domain }: MatchInput): CompanyQuery {
  const trimmedName = (name ?? clientName)?.trim();
  if (!trimmedName) throw invalid('client_name', 'required', 'Send the name of the company.');
  if (!website && !domain)
    throw invalid('website', 'required', 'Send the website of the company or its email domain.');
  const identifiers = identifiersOf({ ...(website && { website }), ...(domain && { domain }) });
  const [site, mail] = [identifiers.get('website'), identifiers.get('email_domain')];
  const host = (site ?? mail)!;
  if (isPersonalDomain(host.value)) {
    throw invalid(
      'website',
      'personal_email_domain',
      `${host.value} is a personal mail domain; send a domain that the company owns.`,
      { reason: 'personal_email_domain' },
    );
  }
  identifiers.set('website', host);
  identifiers.set('email_domain', mail ?? host);
  return {
    name: trimmedName,
    identifiers,
    hosts: [...new Set([...identifiers.values()].map((identifier) => identifier!.value))],
  };
}

/**
 * Locks the name and the hosts until the transaction ends, so that concurrent requests do not create the same company
 * twice: the second one waits and then finds the company of the first.
 */
export async function lockQuery(ctx: TenantContext, { name, hosts }: CompanyQuery): Promise<void> {
  await ctx.tx.rows(LOCK, [ctx.tenantId, hosts, name]);
}

/** Runs the steps in order and chooses among the candidates of the first step that finds any. */
export async function findMatch(ctx: TenantContext, query: CompanyQuery): Promise<Verdict> {
  const { name, hosts } = query;
  const brands = [...new Set(hosts.flatMap((host) => brandOf(host) ?? []))];
  const steps: [MatchStep, string, unknown][] = [
    ['identifier', BY_IDENTIFIER, hosts],
    ['name', BY_EQUAL_NAME, name],
    ['name', BY_SIMILAR_NAME, name],
    ['brand', BY_BRAND, brands],
  ];
  for (const [match, statement, value] of steps) {
    const found = await ctx.tx.rows<Omit<Candidate, 'match'>>(statement, [ctx.tenantId, value], 'generic');
    if (found.length) return decide(found.map((candidate) => ({ ...candidate, match })));
  }
  return decide([]);
}

/** Returns the highest trigram similarity between a name and the names of a company, 0 to 1. */
export async function similarityTo(ctx: TenantContext, companyId: string, name: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ likeness: number }>(
    SIMILARITY,
    [ctx.tenantId, companyId, name],
    'generic',
  );
  return row!.likeness;
}

/** Matches a name and a domain without writing anything. @throws VALIDATION_ERROR as `readQuery` does */
export async function matchCompany(ctx: TenantContext, input: MatchInput): Promise<object> {
  const verdict = await findMatch(ctx, readQuery(input));
  const match = verdict.verdict === 'match' ? verdict.match : undefined;
  return {
    verdict: verdict.verdict,
    reason: verdict.verdict === 'ambiguous' ? verdict.reason : null,
    companyId: match?.companyId ?? null,
    step: match?.match ?? null,
    score: match?.score ?? null,
    candidates: verdict.candidates,
  };
}
