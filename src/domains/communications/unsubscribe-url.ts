// The address by which the recipient of a sequence or campaign unsubscribes.
import type { TenantContext } from '../../context.ts';

/** Returns the address of an unsubscribe token. */
export function unsubscribeUrlOf({ services }: Pick<TenantContext, 'services'>, token: string): string {
  return `${services.config.publicUrl}/api/campaigns/public/unsubscribe/${token}`;
}
