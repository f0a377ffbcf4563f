// The types of payment events in the words of this service, and the names that the provider has for them.

/** delivery.md section 8. */
export type EventType =
  | 'checkout.completed'
  | 'checkout.expired'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'refund.succeeded'
  | 'refund.failed'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.lost'
  | 'subscription.updated'
  | 'subscription.canceled'
  | 'invoice.paid'
  | 'invoice.payment_failed';

const OWN: ReadonlySet<string> = new Set<EventType>([
  ...(['checkout.completed', 'checkout.expired', 'payment.succeeded', 'payment.failed'] as const),
  ...(['refund.succeeded', 'refund.failed', 'dispute.opened', 'dispute.won', 'dispute.lost'] as const),
  ...(['subscription.updated', 'subscription.canceled', 'invoice.paid', 'invoice.payment_failed'] as const),
]);

const NAMES: Readonly<Record<string, EventType>> = {
  'checkout.session.completed': 'checkout.completed',
  'checkout.session.expired': 'checkout.expired',
  'checkout.session.async_payment_succeeded': 'payment.succeeded',
  'checkout.session.async_payment_failed': 'payment.failed',
  'refund.failed': 'refund.failed',
  'charge.dispute.created': 'dispute.opened',
  'customer.subscription.created': 'subscription.updated',
  'customer.subscription.updated': 'subscription.updated',
  'customer.subscription.deleted': 'subscription.canceled',
};

/** Returns the type of an event; undefined for one that has no effect. */
export function typeOf(name: string, object: Record<string, unknown>): EventType | undefined {
  if (name === 'charge.dispute.closed') return object.status === 'won' ? 'dispute.won' : 'dispute.lost';
  if (name === 'refund.created' || name === 'refund.updated')
    return object.status === 'succeeded' ? 'refund.succeeded' : undefined;
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  return OWN.has(name) ? (name as EventType) : undefined;
}
