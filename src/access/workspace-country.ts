// The country of a workspace, in which phone numbers without a country code are read.
import type { TenantAccessContext } from './context.ts';

/** Returns the country of the workspace as ISO 3166-1 alpha-2 code, loaded once per request. */
export function countryOf(ctx: TenantAccessContext): Promise<string> {
  const cached = ctx.loaders.get('tenants.country') as Promise<string> | undefined;
  if (cached) return cached;
  const country = (async () =>
    (await ctx.db('tenants').where({ id: ctx.tenantId }).first('country')).country as string)();
  ctx.loaders.set('tenants.country', country);
  return country;
}
