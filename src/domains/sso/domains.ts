// Verifies that a workspace controls a mail domain, by a TXT record in its DNS.
import dns from 'node:dns/promises';
import type { Keys } from '../../access/keys.ts';
import type { DomainProof } from './model.ts';

/** Limits of a DNS lookup. */
const DNS_TIMEOUT = { timeout: 2_000, tries: 2 };

type Domain = Omit<DomainProof, 'proven'>;

/** Returns the TXT record that proves a domain; it is stable and different for each workspace. */
export function proofOf(keys: Keys, tenantId: string, domain: string): Domain {
  const digest = keys.hashToken(`sso-domain:${tenantId}:${domain}`).slice(0, 32);
  return { domain, txtName: `_platform-sso.${domain}`, txtValue: `platform-sso=${digest}` };
}

/** Returns the domains whose TXT record is present now; a domain whose lookup fails counts as unproven. */
export async function verifyDomains(
  keys: Keys,
  tenantId: string,
  domains: readonly string[],
): Promise<string[]> {
  const resolver = new dns.Resolver(DNS_TIMEOUT);
  resolver.setServers(dns.getServers());
  const verified = await Promise.all(
    domains.map(async (domain) => {
      const { txtName, txtValue } = proofOf(keys, tenantId, domain);
      const records = await resolver.resolveTxt(txtName).catch(() => []);
      return records.some((parts) => parts.join('').trim() === txtValue) ? [domain] : [];
    }),
  );
  return verified.flat();
}
