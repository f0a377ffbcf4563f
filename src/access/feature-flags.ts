// Whether a feature flag of the platform is on for a workspace (platform.md §10).
import { createHash } from 'node:crypto';

export type FlagKind = 'boolean' | 'percentage' | 'module';

/** A flag with what was set for one workspace. */
export interface FlagState {
  key: string;
  kind: FlagKind;
  module: string | null;
  defaultValue: boolean;
  /** Percent of the workspaces, of that kind. */
  rollout: number | null;
  /** The plans that have it; empty for all. */
  plans: readonly string[];
  /** Null where nothing is set for the workspace. */
  override: boolean | null;
  expiresAt: Date | string | null;
}

export type FlagSource = 'override' | 'plan' | 'rollout' | 'default';

/** Returns whether a flag is on for a workspace, and what decides that. */
export function flagValue(
  { key, kind, defaultValue, rollout, plans, override, expiresAt }: FlagState,
  { tenantId, planKey, now }: { tenantId: string; planKey: string; now: Date },
): { value: boolean; source: FlagSource } {
  if (override !== null && (expiresAt === null || new Date(expiresAt) > now))
    return { value: override, source: 'override' };
  if (plans.length && !plans.includes(planKey)) return { value: false, source: 'plan' };
  if (kind === 'percentage') return { value: shareOf(key, tenantId) < rollout!, source: 'rollout' };
  return { value: defaultValue, source: 'default' };
}

/** Returns a number from 0 to 99 that stays the same, so that a growing rollout keeps the workspaces that it had. */
function shareOf(key: string, tenantId: string): number {
  return createHash('sha256').update(`${key} ${tenantId}`).digest().readUInt32BE(0) % 100;
}
