// The page of an invoice or credit note: reading it, how to pay it, and downloading it.
import { DocumentHead, DocumentLines, DocumentPage, money, PdfButton } from './document.js';
import { day, html, mount, text } from './kit.js';

const ENDS = { void: 'invoiceVoid' };
const STATES = { paid: 'invoicePaid', partially_paid: 'invoicePartlyPaid', uncollectible: 'invoiceClosed' };

function App() {
  return html`<${DocumentPage} kind="invoices" ends=${ENDS}>
    ${(view) => html`<${Invoice} view=${view} />`}
  <//>`;
}

function Invoice({ view }) {
  const { number, currency, due_date: due, document_type: type, balance } = view;
  const isNote = type === 'credit_note';
  const state = isNote
    ? text('creditNoteIssued')
    : text(STATES[view.status] ?? 'invoiceOpen', { due: due ? day(due) : '' });
  return html`<${DocumentHead}
      title=${text(isNote ? 'creditNoteNumber' : 'invoiceNumber', { number })}
      view=${view}
      state=${state}
      facts=${[
        [text('documentDate'), view.issue_date && day(view.issue_date)],
        [text('invoiceSupplyDate'), view.supply_date && day(view.supply_date)],
        [text('invoiceDue'), !isNote && due && day(due)],
        [text('documentReference'), view.reference],
        [text('documentTotal'), money(view.total, currency)],
        [text('invoiceAmountPaid'), !isNote && money(view.amount_paid, currency)],
        [text('invoiceBalance'), !isNote && money(balance, currency)],
      ]}
    />
    <${DocumentLines} view=${view} />
    ${!isNote && Number(balance) > 0 && html`<${Payment} view=${view} />`}
    <${PdfButton} kind="invoices" />`;
}

/** The account of the seller, and what to write on the transfer; nothing without an account. */
function Payment({ view: { seller, number, balance, currency } }) {
  const { iban, bic, name: bank } = seller?.bank ?? {};
  if (!iban) return null;
  const facts = [
    [text('invoicePayTo'), seller.legal_name ?? seller.name],
    [text('invoicePayIban'), iban],
    [text('invoicePayBic'), bic],
    [text('invoicePayBank'), bank],
    [text('invoicePayAmount'), money(balance, currency)],
    [text('invoicePayReference'), number],
  ].filter(([, value]) => value);
  return html`<section class="card" aria-labelledby="payment">
    <h2 id="payment">${text('invoicePay')}</h2>
    <dl class="facts">
      ${facts.map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>
  </section>`;
}

mount(App, text('invoiceTitle'));
