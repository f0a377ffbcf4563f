// Resolvers of plans, the subscription of a workspace, its use, and payment pages.
import { createCheckout, getCheckout } from '../src/domains/billing/checkout.ts';
import { billingOverview, listPlans } from '../src/domains/billing/overview.ts';
import { previewChange } from '../src/domains/billing/planning.ts';
import {
  createPortalSession,
  listBillingInvoices,
  listPaymentMethods,
} from '../src/domains/billing/provider.ts';
import { cancelSubscription, changeSubscription } from '../src/domains/billing/service.ts';
import { billingUsage } from '../src/domains/billing/usage.ts';
import { fail } from '../src/errors.ts';
import type { Resolvers } from './generated.ts';

export const billing = {
  Query: {
    billingOverview: (_, _args, ctx) => billingOverview(ctx) as never,
    plans: (_, _args, ctx) => listPlans(ctx) as never,
    billingUsage: (_, { perDay }, ctx) => billingUsage(ctx, perDay) as never,
    billingInvoices: (_, _args, ctx) => listBillingInvoices(ctx) as never,
    paymentMethods: (_, _args, ctx) => listPaymentMethods(ctx) as never,
    checkoutSession: (_, { id }, ctx) => getCheckout(ctx, id) as never,
  },
  Mutation: {
    changeSubscription: (_, { input, expectedVersion }, ctx) =>
      changeSubscription(ctx, input as never, expectedVersion) as never,
    previewSubscriptionChange: (_, { input }, ctx) => previewChange(ctx, input as never) as never,
    cancelSubscription: (_, { input, expectedVersion }, ctx) =>
      cancelSubscription(ctx, input as never, expectedVersion) as never,
    createBillingPortalSession: (_, { returnUrl }, ctx) => createPortalSession(ctx, returnUrl) as never,
    receiveBillingWebhook: () => fail('ACTION_NOT_AVAILABLE', 'Send events to /api/billing/webhooks.'),
    receivePaymentWebhook: () => fail('ACTION_NOT_AVAILABLE', 'Send events to /api/webhooks/payments.'),
    createCheckoutSession: (_, { input }, ctx) => createCheckout(ctx, input as never) as never,
  },
} satisfies Resolvers;
