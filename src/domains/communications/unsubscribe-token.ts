// The token by which the recipient of a message of a sequence or campaign unsubscribes: sealed, so that it names workspace and
// message without a look-up and says nothing to whoever sees it. It does not expire.
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';

const PURPOSE = 'unsubscribe';

/** Returns the address by which the recipient of a message unsubscribes. */
export function unsubscribeUrl({ services, tenantId }: TenantContext, communicationId: string): string {
  const token = services.keys.seal(`${tenantId} ${communicationId}`, PURPOSE);
  return `${services.config.publicUrl}/api/campaigns/public/unsubscribe/${token}`;
}

/** Returns what a token names. @throws NOT_FOUND */
export function openUnsubscribeToken(
  { services }: Pick<TenantContext, 'services'>,
  token: string,
): { tenantId: string; communicationId: string } {
  try {
    const [tenantId = '', communicationId = ''] = services.keys.open(token, PURPOSE).split(' ');
    return { tenantId, communicationId };
  } catch {
    return fail('NOT_FOUND', 'There is no such link; use the one of your newest message.');
  }
}
