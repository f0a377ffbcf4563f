// The events of tickets, their service level and comments, beside those of every record (delivery.md section 7).
export const SUPPORT_EVENTS = {
  'ticket.assigned': { object: 'ticket', line: 'Ticket assigned' },
  'ticket.replied': { object: 'ticket', line: 'Message on the ticket' },
  'ticket.note_added': { object: 'ticket', line: 'Internal note on the ticket', isInternal: true },
  'ticket.status_changed': { object: 'ticket', line: 'Ticket status changed' },
  'ticket.merged': { object: 'ticket', line: 'Ticket merged' },
  'ticket.sla_at_risk': { object: 'ticket', line: 'Ticket about to miss its service level' },
  'ticket.sla_breached': { object: 'ticket', line: 'Ticket missed its service level' },
  'ticket.bulk_updated': { object: 'ticket', line: 'Tickets changed in bulk', isInternal: true },
  'comment.created': { object: 'comment', line: 'Comment written' },
  'comment.updated': { object: 'comment', line: 'Comment edited' },
  'comment.resolved': { object: 'comment', line: 'Thread resolved' },
  'comment.deleted': { object: 'comment', line: 'Comment deleted' },
  'reaction.added': { object: 'reaction', line: 'Reaction added' },
  'reaction.removed': { object: 'reaction', line: 'Reaction taken back', isInternal: true },
  'sla_policy.updated': { object: 'sla_policy', line: 'Service level changed', isInternal: true },
} as const;
