// The events of billing (platform.md section 9), and of payments of invoices.

export const BILLING_EVENTS = {
  'billing.subscription_changed': { object: 'subscription', line: 'Subscription changed' },
  'billing.payment_failed': { object: 'subscription', line: 'Payment of the subscription failed' },
  'billing.restricted': { object: 'subscription', line: 'Subscription unpaid' },
  'billing.subscription_canceled': { object: 'subscription', line: 'Subscription ended' },
  'billing.usage_reached': { object: 'subscription', line: 'Use of the plan reached a threshold' },
  'checkout.created': { object: 'checkout_session', line: 'Payment page opened', isInternal: true },
  'checkout.completed': { object: 'checkout_session', line: 'Payment page paid' },
  'payment.succeeded': { object: 'payment', line: 'Payment recorded' },
  'payment.failed': { object: 'payment', line: 'Payment failed' },
  'payment.refunded': { object: 'payment', line: 'Payment refunded' },
  'payment.disputed': { object: 'payment', line: 'Payment disputed' },
} as const;
