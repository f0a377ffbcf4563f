// What the demo sells: one quote, work order and invoice in each state, by their age in days, oldest first.
import type { DemoWorkspace } from './workspaces.ts';

/** A quote of the demo; `expired` is stored as sent, because it follows from the validity. */
export interface QuotePlan {
  age: number;
  status: 'draft' | 'sent' | 'accepted' | 'declined' | 'cancelled' | 'superseded';
  /** Days from the issue date; 30 by default. */
  validity?: number;
  /** Whether it is the second revision of the quote before it. */
  isRevision?: boolean;
  reason?: string;
}

export const QUOTES: readonly QuotePlan[] = [
  { age: 80, status: 'sent', validity: 20 },
  { age: 62, status: 'declined', reason: 'The budget was given to another project.' },
  { age: 55, status: 'accepted' },
  { age: 48, status: 'cancelled', reason: 'Asked for twice.' },
  { age: 30, status: 'superseded' },
  { age: 24, status: 'sent', isRevision: true, validity: 60 },
  { age: 12, status: 'accepted' },
  { age: 6, status: 'sent' },
  { age: 1, status: 'draft' },
];

/** A work order of the demo; the share of each line that was delivered. */
export interface OrderPlan {
  age: number;
  status: 'draft' | 'scheduled' | 'in_progress' | 'completed';
  delivered: 'none' | 'half' | 'all';
}

export const ORDERS: readonly OrderPlan[] = [
  { age: 50, status: 'completed', delivered: 'all' },
  { age: 11, status: 'in_progress', delivered: 'half' },
  { age: 5, status: 'scheduled', delivered: 'none' },
  { age: 1, status: 'draft', delivered: 'none' },
];

/** An invoice of the demo, and what of it was paid. */
export interface InvoicePlan {
  age: number;
  status: 'draft' | 'issued' | 'partially_paid' | 'paid' | 'void' | 'uncollectible';
  paid: 'none' | 'half' | 'all';
  /** Whether a credit note settles it. */
  isCredited?: boolean;
}

export const INVOICES: readonly InvoicePlan[] = [
  { age: 85, status: 'uncollectible', paid: 'none' },
  { age: 75, status: 'paid', paid: 'all' },
  { age: 60, status: 'void', paid: 'none' },
  { age: 50, status: 'partially_paid', paid: 'half' },
  { age: 45, status: 'issued', paid: 'none' },
  { age: 40, status: 'paid', paid: 'none', isCredited: true },
  { age: 20, status: 'paid', paid: 'all' },
  { age: 9, status: 'issued', paid: 'none' },
  { age: 4, status: 'partially_paid', paid: 'half' },
  { age: 1, status: 'draft', paid: 'none' },
];

/** How many days after its invoice the credit note was issued, and a payment came in. */
export const CREDITED_AFTER = 5;
export const PAID_AFTER = 3;
export const TERMS_DAYS = 14;

/** What each trade sells: name, unit and price of one, in its currency. */
export const ITEMS: Readonly<Record<DemoWorkspace['trade'], readonly [string, string, string][]>> = {
  wholesale: [
    ['Hand scanner', 'pcs', '389'],
    ['Setup of the warehouse software', 'h', '110'],
    ['Shelf labels, roll of 1,000', 'roll', '42.50'],
    ['Training on site', 'day', '960'],
    ['Maintenance, per month', 'month', '149.90'],
  ],
  studio: [
    ['Logo and word mark', 'pcs', '24500'],
    ['Art direction', 'h', '1150'],
    ['Print files', 'pcs', '3200'],
    ['Workshop', 'day', '9800'],
    ['Web fonts, licence for a year', 'year', '1875.50'],
  ],
};

/** The rate of VAT in the country of each workspace. */
export const VAT: Readonly<Record<string, string>> = { DE: '19', SE: '25' };
