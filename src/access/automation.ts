// Applies the automation policy of a workspace to calls of agents, by risk class (platform.md sections 6 and 7). It
// does not apply to people and integrations.
import { ServiceError } from '../errors.ts';
import type { Access } from './access.ts';
import type { Automation, RiskClass } from './automation-policy.ts';
import type { Principal } from './principal.ts';

/**
 * Returns the risk class of a call; undefined for a read. A risky deletion is destructive, and so is a risky call that
 * sends nothing, signs nothing and moves no money.
 */
export function riskClassOf({
  risk,
  riskClass,
  module,
  permission,
  riskByArguments,
}: Pick<Access, 'risk' | 'riskClass' | 'module' | 'permission' | 'riskByArguments'>): RiskClass | undefined {
  if (risk === 'read') return undefined;
  if (riskByArguments) return 'write';
  if (riskClass) return riskClass;
  if (risk === 'write') return 'write';
  if (permission?.endsWith('.delete')) return 'destructive';
  if (permission?.endsWith('.send')) return 'external_send';
  if (module === 'signing') return 'signing';
  return module === 'commercial' || module === 'billing' ? 'financial' : 'destructive';
}

/** Returns why agents of the workspace may not change anything now; undefined if they may. */
export function automationStop(
  { enabled, killSwitch, quietHours }: Automation,
  timeZone: string,
  now: Date,
): 'disabled' | 'kill_switch' | 'quiet_hours' | undefined {
  if (killSwitch) return 'kill_switch';
  if (!enabled) return 'disabled';
  return quietHours && isBetween(quietHours, timeOfDay(now, timeZone)) ? 'quiet_hours' : undefined;
}

const STOP_MESSAGES = {
  kill_switch: 'The kill switch of this workspace is on; an admin can switch it off.',
  disabled: 'Automation is off in this workspace; an admin can switch it on.',
  quiet_hours: 'Agents change nothing in the quiet hours of this workspace; call again after them.',
  agent_paused: 'This agent is paused and only reads; an admin can set it to active.',
};

/**
 * Returns the policy's refusal of an agent's call, or undefined if the call may run or wait for approval (platform.md
 * section 1, step 13). Approved calls are not checked again.
 */
export function automationRefusal(
  riskClass: RiskClass | undefined,
  principal: Principal,
  now: Date,
): ServiceError | undefined {
  if (!riskClass || principal.kind !== 'agent' || principal.approval) return undefined;
  const stop = automationStop(principal.automation, principal.timeZone, now);
  const reason = stop ?? (principal.agent?.status === 'paused' ? 'agent_paused' : undefined);
  if (reason)
    return new ServiceError('AGENT_AUTOMATION_DISABLED', STOP_MESSAGES[reason], { details: { reason } });
  if (principal.automation.modes[riskClass] !== 'deny') return undefined;
  return new ServiceError('ACTION_NOT_AVAILABLE', 'The policy of this workspace denies agents this action.', {
    details: { risk_class: riskClass },
  });
}

/** Returns whether a call must be queued as a proposal. */
export function needsApproval(riskClass: RiskClass | undefined, principal: Principal): boolean {
  if (!riskClass || principal.kind !== 'agent' || principal.approval) return false;
  return principal.automation.modes[riskClass] === 'approval';
}

/**
 * Thrown when a rule finds that a call is riskier than its operation; the code that runs the operation then queues the
 * call.
 */
export class ApprovalRequired extends ServiceError {
  readonly riskClass: RiskClass;

  constructor(riskClass: RiskClass) {
    super('ACTION_NOT_AVAILABLE', 'This call needs the approval of a person; make it by itself.', {
      details: { risk_class: riskClass },
    });
    this.riskClass = riskClass;
  }
}

/**
 * Raises the risk class of the current call (spec README point 12).
 * @throws ApprovalRequired to an agent without approval; AGENT_AUTOMATION_DISABLED, ACTION_NOT_AVAILABLE
 */
export function raiseRisk(
  { principal, now }: { principal: Principal; now: Date },
  riskClass: RiskClass,
): void {
  const refused = automationRefusal(riskClass, principal, now);
  if (refused) throw refused;
  if (needsApproval(riskClass, principal)) throw new ApprovalRequired(riskClass);
}

function timeOfDay(now: Date, timeZone: string): string {
  return now.toLocaleTimeString('sv', { timeZone, hour: '2-digit', minute: '2-digit' });
}

/** Returns whether a time is at or after `from` and before `until`, also across midnight. */
function isBetween({ from, until }: { from: string; until: string }, time: string): boolean {
  return from < until ? from <= time && time < until : from <= time || time < until;
}
