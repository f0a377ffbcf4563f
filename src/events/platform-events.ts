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
} as const;
