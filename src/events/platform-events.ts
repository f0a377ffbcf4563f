// The events of the operators' own work. They are internal: no workspace can subscribe to them.
export const PLATFORM_EVENTS = {
  'operator.created': { object: 'operator', line: 'Operator proposed', isInternal: true },
  'operator.updated': { object: 'operator', line: 'Proposal of an operator changed', isInternal: true },
  'operator.granted': { object: 'operator', line: 'Operator role granted', isInternal: true },
  'operator.revoked': { object: 'operator', line: 'Operator role withdrawn', isInternal: true },
  'queue.updated': { object: 'queue', line: 'Queue changed', isInternal: true },
  'rate_limit.updated': { object: 'rate_limit', line: 'Rate limit changed', isInternal: true },
  'ingress_event.replayed': {
    object: 'ingress_event',
    line: 'Event of a provider replayed',
    isInternal: true,
  },
  'account.corrected': { object: 'user', line: 'Account corrected by operators', isInternal: true },
  'account.suspended': { object: 'user', line: 'Account suspended by operators', isInternal: true },
  'account.reactivated': { object: 'user', line: 'Suspension of an account lifted', isInternal: true },
  'account.sessions_ended': { object: 'user', line: 'Sessions ended by operators', isInternal: true },
  'account.mfa_removed': { object: 'user', line: 'One-time codes removed by operators', isInternal: true },
  'tenant.provisioned': { object: 'tenant', line: 'Workspace created by an operator', isInternal: true },
  'tenant.suspended': { object: 'tenant', line: 'Workspace suspended', isInternal: true },
  'tenant.reactivated': { object: 'tenant', line: 'Suspension lifted', isInternal: true },
  'tenant.deletion_scheduled': {
    object: 'tenant',
    line: 'Deletion of the workspace scheduled',
    isInternal: true,
  },
  'tenant.deletion_cancelled': {
    object: 'tenant',
    line: 'Deletion of the workspace cancelled',
    isInternal: true,
  },
} as const;
