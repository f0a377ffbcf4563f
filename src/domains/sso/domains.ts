// How a workspace shows that a mail domain is its own: a TXT record that only the holder of the domain can set.
import dns from 'node:dns/promises';
import type { Keys } from '../../access/keys.ts';
import type { DomainProof } from './model.ts';

/** Nobody waits longer than this for a name server. */
const PATIENCE = { timeout: 2_000, tries: 2 };

type Domain = Omit<DomainProof, 'proven'>;

/** The record that proves a domain for a workspace; the same at each look, and for each workspace another one. */
export function proofOf(keys: Keys, tenantId: string, domain: string): Domain {
  const digest = keys.hashToken(`sso-domain:${tenantId}:${domain}`).slice(0, 32);
  return { domain, txtName: `_platform-sso.${domain}`, txtValue: `platform-sso=${digest}` };
}

/** The domains whose record stands now; one that cannot be looked up is not among them. */
export async function provenNow(keys: Keys, tenantId: string, domains: readonly string[]): Promise<string[]> {
  const resolver = new dns.Resolver(PATIENCE);
  resolver.setServers(dns.getServers());
  const looked = await Promise.all(
    domains.map(async (domain) => {
      const { txtName, txtValue } = proofOf(keys, tenantId, domain);
      const records = await resolver.resolveTxt(txtName).catch(() => []);
      return records.some((parts) => parts.join('').trim() === txtValue) ? [domain] : [];
    }),
  );
  return looked.flat();
}
