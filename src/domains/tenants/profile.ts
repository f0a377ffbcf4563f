// How a workspace describes what it offers: its own column in comparisons with competitors.
import {
  type MarketInput,
  type MarketTexts,
  readMarketTexts,
  readText,
  withEmptyTexts,
} from '../market-texts.ts';

export interface TenantProfile extends MarketTexts {
  website: string | null;
}

export type ProfileInput = MarketInput & { website?: string | null };

/** Returns a profile with all members. */
export function profileOf({ profile }: { profile: Partial<TenantProfile> }): TenantProfile {
  return { website: profile.website ?? null, ...withEmptyTexts(profile) };
}

/** Returns the stored profile after a change; absent members stay, null clears. */
export function readProfile(input: ProfileInput, before: Partial<TenantProfile>): Partial<TenantProfile> {
  return {
    ...before,
    ...readMarketTexts(input),
    ...(input.website !== undefined && { website: readText(input.website) }),
  };
}
