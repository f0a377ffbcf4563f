// The page of a quote: reading it, choosing options, accepting or declining what is shown.
import { DocumentHead, DocumentLines, DocumentPage, money, PdfButton, pathOf } from './document.js';
import { call, day, Field, Form, html, mount, text, useState } from './kit.js';

const ENDS = { superseded: 'quoteSuperseded', expired: 'quoteExpired' };
const REFUSALS = {
  DOCUMENT_CHANGED: 'quoteChanged',
  INVALID_STATE_TRANSITION: 'quoteDecided',
  QUOTE_EXPIRED: 'quoteExpired',
  LINK_CLOSED: 'quoteSuperseded',
  NOT_FOUND: 'documentNotFound',
};
const STATES = { sent: 'quoteStateSent', accepted: 'quoteStateAccepted', declined: 'quoteStateDeclined' };

function App() {
  return html`<${DocumentPage} kind="quotes" ends=${ENDS}>
    ${(view, setView) => html`<${Quote} view=${view} setView=${setView} />`}
  <//>`;
}

function Quote({ view, setView }) {
  const options = view.lines.filter(({ optional }) => optional);
  const [selected, setSelected] = useState(
    new Set(options.filter((line) => line.selected).map(({ id }) => id)),
  );
  const isOpen = view.status === 'sent';
  function toggle(id) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  }
  async function decide(decision) {
    const body = { ...decision, document_hash: view.document_hash };
    if (decision.decision === 'accepted' && options.length > 0) body.selected_line_ids = [...selected];
    const { data } = await call('POST', `${pathOf('quotes')}/decision`, body);
    setView(data);
    scrollTo(0, 0);
  }
  const { number, currency, decision } = view;
  return html`<${DocumentHead}
      title=${text('quoteNumber', { number })}
      view=${view}
      state=${text(STATES[view.status], { name: decision?.name ?? '' })}
      facts=${[
        [text('documentDate'), view.issue_date && day(view.issue_date)],
        [text('quoteValidUntil'), view.valid_until && day(view.valid_until)],
        [text('documentReference'), view.reference],
        [text('documentTotal'), money(view.total, currency)],
      ]}
    />
    <${DocumentLines} view=${view} choice=${isOpen && options.length > 0 && { selected, toggle }} />
    <${PdfButton} kind="quotes" />
    ${isOpen && html`<${Decision} decide=${decide} />`}`;
}

function Decision({ decide }) {
  const [declining, setDeclining] = useState(false);
  const accept = (fields) => decide({ decision: 'accepted', ...fields });
  const decline = (fields) => decide({ decision: 'declined', ...fields });
  const person = html`<${Field} label=${text('name')} name="name" autocomplete="name" maxlength="200" required />
    <${Field} label=${text('email')} name="email" type="email" autocomplete="email" maxlength="254" required />`;
  return html`<section class="card plain" aria-labelledby="decision">
    <h2 id="decision">${text(declining ? 'quoteDecline' : 'quoteAccept')}</h2>
    ${
      declining
        ? html`<${Form} key="decline" submit=${decline} button=${text('quoteDecline')} known=${REFUSALS}>
            ${person}
            <label><span>${text('quoteReason')}</span><textarea name="reason" required maxlength="2000"></textarea></label>
          <//>`
        : html`<p>${text('quoteAcceptHint')}</p>
            <${Form} key="accept" submit=${accept} button=${text('quoteAccept')} known=${REFUSALS}>${person}<//>`
    }
    <div class="row">
      <button class="quiet" onClick=${() => setDeclining(!declining)}>
        ${text(declining ? 'quoteBack' : 'quoteDeclineInstead')}
      </button>
    </div>
  </section>`;
}

mount(App, text('quoteTitle'));
