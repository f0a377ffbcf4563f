// Creates quotes, work orders and invoices in the state in which the operation of a path accepts them.
import { DocumentWorld, item } from '../documents/world.ts';
import type { CallMaker } from './calls.ts';

const TO = { to: ['ada@buyer.example'] };

function worldOf({ service, workspace }: CallMaker): DocumentWorld {
  return new DocumentWorld(service, workspace.people.owner);
}

/** The examples expect a total of 0. */
const free = { lines: [item({ unit_price: '0' })] };

/** Creates a quote for the operation of the path. @returns its id */
export async function quoteFor(maker: CallMaker, path: string): Promise<string> {
  const world = worldOf(maker);
  if (path.endsWith('/convert')) return (await world.accepted()).id;
  const { id } = await world.quote(/(send|\})$/.test(path) ? free : {});
  if (path.endsWith('/decision')) await world.ok('POST', `/api/quotes/${id}/send`, TO);
  return id;
}

/** Creates an invoice for the operation of the path. @returns its id */
export async function invoiceFor(maker: CallMaker, path: string): Promise<string> {
  const world = worldOf(maker);
  const wantsIssued = /\/(send|void|write-off|credit-notes|payments|refund)$/.test(path);
  if (wantsIssued) return (await world.issued()).id;
  return (await world.invoice(/(issue|\})$/.test(path) ? free : {})).id;
}

/** Records a payment. @returns its id */
export async function paymentOf(maker: CallMaker, invoiceId: string): Promise<string> {
  const body = { amount: '10', method: 'bank_transfer' };
  return (await worldOf(maker).ok('POST', `/api/invoices/${invoiceId}/payments`, body)).body.data.id;
}

/** Creates an issued credit note. @returns its id */
export async function creditNote(maker: CallMaker): Promise<string> {
  const world = worldOf(maker);
  const { id } = await world.issued();
  const body = { reason: 'Returned', full: true };
  const note = (await world.ok('POST', `/api/invoices/${id}/credit-notes`, body)).body.data;
  return (await world.ok('POST', `/api/invoices/${note.id}/issue`, {})).body.data.id;
}

/** Creates a work order for the operation of the path; only what was delivered can be converted. @returns its id */
export async function workOrderFor(maker: CallMaker, path: string): Promise<string> {
  const world = worldOf(maker);
  const body = { company_id: await world.company(), ...(path.endsWith('}') ? free : { lines: [item()] }) };
  const order = await world.created('/api/work-orders', body);
  const url = `/api/work-orders/${order.id}`;
  if (/\/(convert|deliveries)$/.test(path)) await world.ok('POST', `${url}/status`, { action: 'start' });
  if (path.endsWith('/convert'))
    await world.ok('POST', `${url}/deliveries`, { lines: [{ line_id: order.lines[0].id, quantity: '1' }] });
  return order.id;
}

/** Creates a work order. @returns the id of its line */
export async function lineOfOrder(maker: CallMaker): Promise<string> {
  const world = worldOf(maker);
  const body = { company_id: await world.company(), lines: [item()] };
  return (await world.created('/api/work-orders', body)).lines[0].id;
}

/** Sends a document to its client. @returns the token of the link */
export async function documentToken(maker: CallMaker, kind: 'quotes' | 'invoices'): Promise<string> {
  const world = worldOf(maker);
  const { id } = await (kind === 'quotes' ? world.quote() : world.issued());
  const { body } = await world.ok('POST', `/api/${kind}/${id}/send`, TO);
  return body.data.public_url.split('token=')[1];
}
