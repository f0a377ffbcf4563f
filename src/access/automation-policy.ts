// The automation policy of a workspace as every principal carries it.

export const RISK_CLASSES = ['write', 'external_send', 'financial', 'destructive', 'signing'] as const;
export type RiskClass = (typeof RISK_CLASSES)[number];
export type Mode = 'allow' | 'approval' | 'deny';

/** The policy as far as every call must know it; the rest is read where it is needed. */
export interface Automation {
  readonly enabled: boolean;
  readonly killSwitch: boolean;
  readonly modes: Readonly<Record<RiskClass, Mode>>;
  /** Times of day in the zone of the workspace, `HH:MM`; between them agents change nothing. */
  readonly quietHours: { readonly from: string; readonly until: string } | null;
  /** Actions of all agents of the workspace on one day. */
  readonly dailyCap: number;
}

/** Where there is no workspace. */
export const NO_AUTOMATION: Automation = {
  enabled: false,
  killSwitch: false,
  modes: { write: 'deny', external_send: 'deny', financial: 'deny', destructive: 'deny', signing: 'deny' },
  quietHours: null,
  dailyCap: 0,
};
