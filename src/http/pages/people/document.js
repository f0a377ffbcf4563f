// What the pages of a quote and of an invoice share: loading by the link, the parties, the lines, the totals, the PDF.
import {
  Alert,
  call,
  explain,
  fragment,
  html,
  Notice,
  ROOT,
  text,
  useEffect,
  useRef,
  useState,
} from './kit.js';

const token = fragment('token');

/** Returns the public route of the document behind the link. @param kind quotes or invoices */
export function pathOf(kind) {
  return `${kind}/public/${encodeURIComponent(token ?? '')}`;
}

/** Shows an amount with all its stored digits. */
export function money(amount, currency, digits) {
  const options = { style: 'currency', currency, ...digits };
  return new Intl.NumberFormat(undefined, options).format(amount);
}

const PRICE_DIGITS = { maximumFractionDigits: 8 };

function number(value) {
  return new Intl.NumberFormat(undefined, PRICE_DIGITS).format(value);
}

/**
 * Loads the document and shows it, or says why there is none.
 * @param children function of the document and of a function that replaces it
 * @param ends texts by the reason of a closed link
 */
export function DocumentPage({ kind, ends, children }) {
  const [view, setView] = useState(null);
  const [end, setEnd] = useState(null);
  const load = () =>
    call('GET', pathOf(kind)).then(
      ({ data }) => setView(data),
      (refusal) => setEnd(endOf(refusal, ends)),
    );
  useEffect(() => {
    if (token) load();
    else setEnd({ title: text('linkIncomplete') });
  }, []);
  if (end)
    return html`<${Notice} title=${end.title} hint=${end.hint}>
      ${end.retry && html`<div class="row"><button onClick=${() => location.reload()}>${text('retry')}</button></div>`}
    <//>`;
  if (!view) return html`<p class="soft">${text('loading')}</p>`;
  return children(view, setView);
}

function endOf(refusal, ends) {
  if (refusal.status === 404) return { title: text('documentNotFound'), hint: text('documentNotFoundHint') };
  const closed = refusal.code === 'LINK_CLOSED' && ends[refusal.details.reason];
  if (closed) return { title: text(closed), hint: text('documentAskHint') };
  return { title: explain(refusal), retry: true };
}

/** The heading of a document: what it is, from whom, for whom, and the facts below. @param facts pairs of label and value */
export function DocumentHead({ title, view, state, facts }) {
  const heading = useRef(null);
  useEffect(() => {
    document.title = title;
    heading.current.focus();
  }, []);
  return html`<header class="card">
    <h1 tabindex="-1" ref=${heading}>${title}</h1>
    <p role="status"><strong>${state}</strong></p>
    <dl class="facts">
      <${Party} label=${text('documentSeller')} party=${view.seller} />
      <${Party} label=${text('documentBuyer')} party=${view.buyer} />
      ${facts
        .filter(([, value]) => value)
        .map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>
  </header>`;
}

function Party({ label, party }) {
  if (!party?.name) return null;
  const { line1, line2, postal_code, city, region, country } = party.address ?? {};
  const place = [postal_code, city].filter(Boolean).join(' ');
  const address = [line1, line2, place, region, country].filter(Boolean).join('\n');
  return html`<div>
    <dt>${label}</dt>
    <dd><strong>${party.name}</strong><span class="lines soft">${address && `\n${address}`}</span></dd>
  </div>`;
}

/** The lines and the totals; `choice` makes the optional lines of a quote selectable. */
export function DocumentLines({ view, choice }) {
  return html`<section class="card plain" aria-labelledby="lines">
    <h2 id="lines">${text('documentLines')}</h2>
    <ul class="document-lines">
      ${view.lines.map((line) => html`<li key=${line.id}><${Line} line=${line} view=${view} choice=${choice} /></li>`)}
    </ul>
    <${Totals} view=${view} />
    ${choice && html`<p class="soft">${text('quoteOptionsHint')}</p>`}
    ${view.notes && html`<p class="lines">${view.notes}</p>`}
    ${view.terms && html`<p class="lines soft">${view.terms}</p>`}
  </section>`;
}

function Line({ line, view: { currency }, choice }) {
  if (line.kind === 'section') return html`<h3>${line.description}</h3>`;
  if (line.kind === 'text') return html`<p class="lines">${line.description}</p>`;
  const price = money(line.unit_price, currency, PRICE_DIGITS);
  const quantity = [number(line.quantity), line.unit, '×', price].filter(Boolean).join(' ');
  const what = html`<span class="lines">${line.description}</span>`;
  return html`<div class="line">
    <div>
      ${
        line.optional && choice
          ? html`<label class="check">
              <input
                type="checkbox"
                checked=${choice.selected.has(line.id)}
                onChange=${() => choice.toggle(line.id)}
              />${what}
            </label>`
          : what
      }
      <p class="soft">${quantity}${line.optional && ` · ${text(line.selected ? 'quoteOptionTaken' : 'quoteOption')}`}</p>
      ${Number(line.discount_amount) !== 0 && html`<p class="soft">${text('documentDiscount')}: ${money(line.discount_amount, currency)}</p>`}
    </div>
    <span class="amount">${money(line.net, currency)}</span>
  </div>`;
}

function Totals({ view }) {
  const { currency } = view;
  const rows = [
    [text('documentSubtotal'), view.subtotal, true],
    [text('documentDiscount'), view.discount_total],
    [text('documentNet'), view.net_total, true],
    ...view.tax_groups.map(({ name, rate, tax }) => [`${name} ${number(rate)} %`, tax, true]),
    [text('documentRounding'), view.rounding_adjustment],
  ];
  return html`<dl class="totals">
    ${rows
      .filter(([, amount, always]) => always || Number(amount) !== 0)
      .map(([label, amount]) => html`<dt>${label}</dt><dd>${money(amount, currency)}</dd>`)}
    <dt class="sum">${text('documentTotal')}</dt><dd class="sum">${money(view.total, currency)}</dd>
  </dl>`;
}

/** Downloads the PDF by an address asked for at that moment, because addresses live for ten minutes. */
export function PdfButton({ kind }) {
  const [message, setMessage] = useState('');
  async function download() {
    setMessage('');
    try {
      const { data } = await call('GET', pathOf(kind));
      if (!data.pdf) return setMessage(text('documentPdfSoon'));
      const reply = await fetch(
        new URL(`files/${data.pdf.url.slice(data.pdf.url.lastIndexOf('/') + 1)}`, ROOT),
      );
      if (!reply.ok) return setMessage(text('documentPdfFailed'));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await reply.blob());
      link.download = `${data.number}.pdf`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (refusal) {
      setMessage(refusal instanceof TypeError ? text('errorNetwork') : explain(refusal));
    }
  }
  return html`<div class="stack">
    <${Alert} message=${message} />
    <div class="row"><button class="quiet" onClick=${download}>${text('documentPdf')}</button></div>
  </div>`;
}
