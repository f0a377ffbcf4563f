// The automation policy of a workspace, as part of every principal.

export const RISK_CLASSES = ['write', 'external_send', 'financial', 'destructive', 'signing'] as const;
export type RiskClass = (typeof RISK_CLASSES)[number];
export type Mode = 'allow' | 'approval' | 'deny';

/** The part of the policy that every call needs; the rest is read where it is needed. */
export interface Automation {
  readonly enabled: boolean;
  readonly killSwitch: boolean;
  readonly modes: Readonly<Record<RiskClass, Mode>>;
  /** Times of day in the workspace's time zone, `HH:MM`; agents change nothing between them. */
  readonly quietHours: { readonly from: string; readonly until: string } | null;
  /** The maximum number of actions of all agents of the workspace in one day. */
  readonly dailyCap: number;
}

/** The policy of a principal without a workspace. */
export const NO_AUTOMATION: Automation = {
  enabled: false,
  killSwitch: false,
  modes: { write: 'deny', external_send: 'deny', financial: 'deny', destructive: 'deny', signing: 'deny' },
  quietHours: null,
  dailyCap: 0,
};
