// Which company a name and a domain mean (crm.md section 2): the same for a dry run and for the creation of a client.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { identifiersOf } from '../companies/input.ts';
import { isPersonalDomain } from '../companies/personal-domains.ts';
import { brandOf } from './brand.ts';
import { type Candidate, decide, type MatchStep, type Verdict } from './rules.ts';
import { BY_BRAND, BY_EQUAL_NAME, BY_IDENTIFIER, BY_SIMILAR_NAME, LIKENESS, LOCK } from './statements.ts';

export interface MatchInput {
  name?: string | null;
  clientName?: string | null;
  website?: string | null;
  domain?: string | null;
}

/** What a company is sought by. */
export interface Sought {
  name: string;
  /** The identifiers of the request; where one of them is missing, the other stands for it. */
  identifiers: ReturnType<typeof identifiersOf>;
  hosts: string[];
}

/**
 * Reads what a company is sought by.
 * @throws VALIDATION_ERROR without a name, without website and domain, and for a personal mail domain in either
 */
export function readSought({ name, clientName, website, domain }: MatchInput): Sought {
  const wanted = (name ?? clientName)?.trim();
  if (!wanted) throw invalid('client_name', 'required', 'Give the name of the company.');
  if (!website && !domain)
    throw invalid('website', 'required', 'Give the website of the company, or its email domain.');
  const identifiers = identifiersOf({ ...(website && { website }), ...(domain && { domain }) });
  const [site, mail] = [identifiers.get('website'), identifiers.get('email_domain')];
  const host = (site ?? mail)!;
  if (isPersonalDomain(host.value)) {
    throw invalid(
      'website',
      'personal_email_domain',
      `${host.value} is a personal mail domain; give a domain that the company owns.`,
      { reason: 'personal_email_domain' },
    );
  }
  identifiers.set('website', host);
  identifiers.set('email_domain', mail ?? host);
  return {
    name: wanted,
    identifiers,
    hosts: [...new Set([...identifiers.values()].map((one) => one!.value))],
  };
}

/**
 * Keeps others from creating the same company meanwhile: whoever comes second waits, and then finds the first one's.
 */
export async function lockSought(ctx: TenantContext, { name, hosts }: Sought): Promise<void> {
  await ctx.tx.rows(LOCK, [ctx.tenantId, hosts, name]);
}

/** Asks the steps one after the other, and chooses among the candidates of the first one that finds some. */
export async function findMatch(ctx: TenantContext, sought: Sought): Promise<Verdict> {
  const { name, hosts } = sought;
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

/** How alike a name and those of a company are, 0 to 1. */
export async function likenessTo(ctx: TenantContext, companyId: string, name: string): Promise<number> {
  const [row] = await ctx.tx.rows<{ likeness: number }>(LIKENESS, [ctx.tenantId, companyId, name], 'generic');
  return row!.likeness;
}

/** What the matcher says of a name and a domain; nothing is written. @throws VALIDATION_ERROR as `readSought` does */
export async function matchCompany(ctx: TenantContext, input: MatchInput): Promise<object> {
  const verdict = await findMatch(ctx, readSought(input));
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
