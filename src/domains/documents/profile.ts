// What documents take from their workspace: currency, country, language, today, and the commercial settings.
import type { TenantContext } from '../../context.ts';
import { dayOf } from '../days.ts';
import { type CommercialSettings, commercialSettings } from '../tenants/commercial.ts';

export interface Profile {
  name: string;
  currency: string;
  country: string;
  locale: string;
  timeZone: string;
  /** The current day in the time zone of the workspace. */
  today: string;
  commercial: CommercialSettings;
}

/** Returns the profile of the workspace. */
export async function profileOf(ctx: TenantContext): Promise<Profile> {
  const [row] = await ctx.tx.rows<
    Omit<Profile, 'today' | 'commercial'> & { stored: Partial<CommercialSettings> }
  >(
    `select name, currency, country, locale, time_zone as "timeZone", commercial as stored from tenants where id = $1`,
    [ctx.tenantId],
    'generic',
  );
  const { stored, ...profile } = row!;
  return {
    ...profile,
    today: dayOf(ctx.now, profile.timeZone),
    commercial: commercialSettings({ ...profile, commercial: stored }),
  };
}
