// Pure rules of agents and of the automation policy (platform.md section 6).
import { invalid, ServiceError } from '../../errors.ts';

export type AgentStatus = 'active' | 'paused' | 'retired';

/** The states that an agent can change to; retired is final. */
const TRANSITIONS: Record<AgentStatus, readonly AgentStatus[]> = {
  active: ['paused', 'retired'],
  paused: ['active', 'retired'],
  retired: [],
};

/**
 * Throws unless an agent may change from one state to the other; keeping its state is allowed.
 * @throws INVALID_STATE_TRANSITION
 */
export function assertTransition(from: AgentStatus, to: AgentStatus): void {
  if (from === to || TRANSITIONS[from].includes(to)) return;
  throw new ServiceError('INVALID_STATE_TRANSITION', `An agent that is ${from} cannot become ${to}.`, {
    details: { from, to, allowed: TRANSITIONS[from] },
  });
}

/** Throws if the agent is retired. @throws INVALID_STATE_TRANSITION */
export function assertNotRetired(status: AgentStatus): void {
  if (status !== 'retired') return;
  throw new ServiceError(
    'INVALID_STATE_TRANSITION',
    'A retired agent cannot be changed; register a new one.',
    {
      details: { from: status, to: status, allowed: [] },
    },
  );
}

/** Throws for a scope that no operation requires. @throws VALIDATION_ERROR exists */
export function assertScopes(scopes: readonly string[], allScopes: ReadonlySet<string>): void {
  const unknown = scopes.find((scope) => !allScopes.has(scope));
  if (unknown === undefined) return;
  throw invalid(
    'allowed_scopes',
    'exists',
    `There is no scope ${unknown}; see the catalogue of permissions.`,
  );
}

/** Throws if a risky class of actions would be allowed without approval. @throws VALIDATION_ERROR never_allowed */
export function assertModes(modes: Readonly<Record<string, string | null | undefined>>): void {
  for (const [riskClass, mode] of Object.entries(modes)) {
    const path = `modes.${riskClass.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    if (mode === null) throw invalid(path, 'required', 'Each class of actions needs a mode.');
    if (mode !== 'allow' || riskClass === 'write') continue;
    throw invalid(
      path,
      'never_allowed',
      'Only the class write can be allowed without approval; use approval or deny.',
    );
  }
}

/** Throws if quiet hours begin and end at the same time. @throws VALIDATION_ERROR range */
export function assertQuietHours(hours: { from: string; until: string } | null | undefined): void {
  if (hours && hours.from === hours.until)
    throw invalid('quiet_hours.until', 'range', 'Quiet hours must not begin and end at the same time.');
}
