// What holds for agents and for the automation policy, without looking anything up (platform.md section 6).
import { invalid, ServiceError } from '../../errors.ts';

export type AgentStatus = 'active' | 'paused' | 'retired';

/** Retiring is final. */
const NEXT: Record<AgentStatus, readonly AgentStatus[]> = {
  active: ['paused', 'retired'],
  paused: ['active', 'retired'],
  retired: [],
};

/** Refuses a state that an agent cannot go to; its own changes nothing. @throws INVALID_STATE_TRANSITION */
export function assertTransition(from: AgentStatus, to: AgentStatus): void {
  if (from === to || NEXT[from].includes(to)) return;
  throw new ServiceError('INVALID_STATE_TRANSITION', `An agent that is ${from} cannot become ${to}.`, {
    details: { from, to, allowed: NEXT[from] },
  });
}

/** Refuses any change of a retired agent. @throws INVALID_STATE_TRANSITION */
export function assertNotRetired(status: AgentStatus): void {
  if (status !== 'retired') return;
  throw new ServiceError('INVALID_STATE_TRANSITION', 'A retired agent stays as it is; register a new one.', {
    details: { from: status, to: status, allowed: [] },
  });
}

/** Refuses a scope that no operation asks for. @throws VALIDATION_ERROR exists */
export function assertScopes(scopes: readonly string[], known: ReadonlySet<string>): void {
  const unknown = scopes.find((scope) => !known.has(scope));
  if (unknown === undefined) return;
  throw invalid(
    'allowed_scopes',
    'exists',
    `There is no scope ${unknown}; see the catalogue of permissions.`,
  );
}

/** Refuses to let agents do by themselves what is risky. @throws VALIDATION_ERROR never_allowed */
export function assertModes(modes: Readonly<Record<string, string | null | undefined>>): void {
  for (const [riskClass, mode] of Object.entries(modes)) {
    const path = `modes.${riskClass.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    if (mode === null) throw invalid(path, 'required', 'Each class has a mode.');
    if (mode !== 'allow' || riskClass === 'write') continue;
    throw invalid(path, 'never_allowed', 'What is risky needs a person: give approval or deny.');
  }
}

/** Refuses quiet hours that do not begin and end at two times. @throws VALIDATION_ERROR range */
export function assertQuietHours(hours: { from: string; until: string } | null | undefined): void {
  if (hours && hours.from === hours.until)
    throw invalid('quiet_hours.until', 'range', 'Quiet hours end at another time than they begin.');
}
