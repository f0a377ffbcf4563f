// Pure rules of signals: which states follow each other, and when two addresses are the same page.
import { fail, invalid } from '../../errors.ts';

export type PulseStatus = 'new' | 'read' | 'used' | 'dismissed';

/** The states that may follow a state (crm.md section 10). */
const NEXT: Record<PulseStatus, readonly PulseStatus[]> = {
  new: ['read'],
  read: ['used', 'dismissed'],
  used: [],
  dismissed: ['new'],
};

/** Throws unless a state may follow another. @throws INVALID_STATE_TRANSITION */
export function assertTransition(from: PulseStatus, to: PulseStatus): void {
  const allowed = NEXT[from];
  if (from === to || allowed.includes(to)) return;
  const message = allowed.length
    ? `A signal that is ${from} can become ${allowed.join(' or ')}.`
    : `A signal that is ${from} stays so.`;
  fail('INVALID_STATE_TRANSITION', message, { details: { from, to, allowed } });
}

/** Parameters by which senders follow their readers; they do not change the page. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|mc_cid|mc_eid|igshid)$/i;

/**
 * Returns an address as it is stored, and the key by which the same page is recognized: without scheme, `www.`, fragment,
 * tracking parameters and last slash, its parameters in order.
 * @throws VALIDATION_ERROR url
 */
export function readSource(text: string): { url: string; key: string } {
  const url = URL.parse(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw invalid(
      'source_url',
      'url',
      'Give an address that begins with https:// or http://, without a password.',
    );
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !TRACKING.test(name)));
  query.sort();
  const host = url.host.replace(/^www\./, '').replace(/\.(?=:|$)/, '');
  const page = `${host}${url.pathname.replace(/\/+$/, '')}${query.size ? `?${query}` : ''}`;
  if (url.href.length > 2100 || page.length > 2100)
    throw invalid('source_url', 'url', 'The address is too long when written without special letters.');
  return { url: url.href, key: page };
}
