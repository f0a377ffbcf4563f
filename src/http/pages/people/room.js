// The page of a room: its gates, and what is behind them.
import { call, explain, Field, Form, html, mount, Notice, text, useEffect, useRef, useState } from './kit.js';
import { Comments } from './room-comments.js';
import { Item } from './room-items.js';
import { fileUrl, path, REFUSALS, session, startReports, token } from './room-visit.js';

const ENDS = {
  ROOM_NOT_FOUND: ['roomNotFound', 'roomNotFoundHint'],
  ROOM_LINK_EXPIRED: ['roomExpired', 'roomAskHint'],
  ROOM_CLOSED: ['roomClosed', 'roomAskHint'],
};

/** After a mail, the service sends no other one for this time. */
const PAUSE_SECONDS = 30;

function App() {
  const [view, setView] = useState(null);
  const [end, setEnd] = useState(null);
  const [hasEnded, setEnded] = useState(false);
  async function load() {
    try {
      const { data } = await call('GET', path, undefined, session.headers());
      // A reload with a session that has ended says so, too.
      setEnded(session.get() !== null && !data.access.granted);
      if (!data.access.granted) session.end();
      setView(data);
    } catch (refusal) {
      const [title, hint] = ENDS[refusal.code] ?? [];
      setEnd(title ? { title: text(title), hint: text(hint) } : { title: explain(refusal), retry: true });
    }
  }
  useEffect(() => {
    if (token) load();
    else setEnd({ title: text('linkIncomplete') });
  }, []);
  useEffect(() => {
    if (view) document.title = view.room.title;
    const { accent } = view?.room.branding ?? {};
    if (accent) document.documentElement.style.setProperty('--brand', accent);
  }, [view]);
  if (end)
    return html`<${Notice} title=${end.title} hint=${end.hint}>
      ${end.retry && html`<div class="row"><button onClick=${() => location.reload()}>${text('retry')}</button></div>`}
    <//>`;
  if (!view) return html`<p class="soft" role="status">${text('loading')}</p>`;
  return view.access.granted
    ? html`<${Room} view=${view} onEnd=${load} />`
    : html`<${Gate} view=${view} hasEnded=${hasEnded} onEnter=${load} />`;
}

/** The heading of the room, before and after entering. */
function Head({ room, children }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  return html`<header class="card">
    ${room.branding.logo_url && html`<img class="logo" alt="" src=${fileUrl(room.branding.logo_url)} />`}
    <h1 tabindex="-1" ref=${heading}>${room.title}</h1>
    ${room.welcome_message && html`<p class="lines">${room.welcome_message}</p>`}
    ${room.description && html`<p class="lines">${room.description}</p>`} ${children}
  </header>`;
}

/** What a visitor must show before the room opens: one form, and then the code from the mail. */
function Gate({ view: { room, access, nda }, hasEnded, onEnter }) {
  const [given, setGiven] = useState(null);
  const needs = (gate) => access.requires.includes(gate);
  async function enter(fields) {
    const body = { ...given, ...fields };
    if (needs('nda'))
      Object.assign(body, {
        accept_nda: fields.accept === 'on' || given?.accept_nda,
        nda_version: nda.version,
      });
    delete body.accept;
    for (const name of Object.keys(body)) if (body[name] === '') delete body[name];
    const { status, data } = await call('POST', `${path}/access`, body).catch((refusal) => {
      if (refusal.code in ENDS) return { status: 410 };
      if (refusal.details.reason === 'session_limit') throw text('roomFull');
      throw refusal;
    });
    if (status === 202) return setGiven({ ...body, code: undefined });
    if (data) session.set(data.session);
    await onEnter();
  }
  return html`<${Head} room=${room} />
    <section class="card plain" aria-labelledby="gate">
      <h2 id="gate">${text('roomEnter')}</h2>
      ${hasEnded && html`<p role="status" class="note">${text('roomSessionEnded')}</p>`}
      ${
        given
          ? html`<${Code} given=${given} enter=${enter} onBack=${() => setGiven(null)} />`
          : html`${access.requires.length > 0 && html`<p class="soft">${text('roomEnterHint')}</p>`}
            <${Form} key="gate" submit=${enter} button=${text('roomEnter')} known=${REFUSALS}>
              ${needs('email') && html`<${Field} label=${text('email')} name="email" type="email" autocomplete="email" required />`}
              <${Field} label=${text('name')} hint=${text('roomNameHint')} name="name" autocomplete="name" maxlength="80" />
              ${needs('password') && html`<${Field} label=${text('password')} name="password" type="password" autocomplete="off" required />`}
              ${nda && needs('nda') && html`<${Agreement} nda=${nda} />`}
            <//>`
      }
    </section>`;
}

/** Asks for the code that was mailed; another one can be sent after a while. */
function Code({ given, enter, onBack }) {
  const [seconds, setSeconds] = useState(PAUSE_SECONDS);
  const [note, setNote] = useState('');
  const form = useRef(null);
  useEffect(() => {
    form.current.querySelector('input').focus();
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  async function again() {
    setSeconds(PAUSE_SECONDS);
    setNote('');
    try {
      await call('POST', `${path}/access`, given);
      setNote(text('roomCodeSentAgain'));
    } catch (refusal) {
      setNote(explain(refusal, REFUSALS));
    }
  }
  return html`<div class="stack" ref=${form}>
    <p>${text('roomCodeSent', { email: given.email })}</p>
    <${Form} submit=${enter} button=${text('roomEnter')} known=${REFUSALS}>
      <${Field} label=${text('roomCode')} name="code" inputmode="numeric" autocomplete="one-time-code" pattern="\\s*[0-9]{6}\\s*" title=${text('roomCodeForm')} required />
    <//>
    <div class="row">
      <button class="quiet" disabled=${seconds > 0} onClick=${again}>${seconds ? text('roomCodeAgainIn', { seconds }) : text('roomCodeAgain')}</button>
      <button class="quiet" onClick=${onBack}>${text('roomOtherAddress')}</button>
    </div>
    <p role="status" class="soft">${note}</p>
  </div>`;
}

function Agreement({ nda }) {
  return html`<div class="stack">
    <h3 id="agreement">${text('roomAgreement')}</h3>
    <div class="agreement" role="region" aria-labelledby="agreement" tabindex="0">${nda.text}</div>
    <label class="check">
      <input type="checkbox" name="accept" required />
      <span>${text('roomAgreementAccept')}</span>
    </label>
  </div>`;
}

/** The room after its gates. */
function Room({ view: { room, access, items, visitor }, onEnd }) {
  useEffect(startReports, []);
  return html`<${Head} room=${room}>
      <p class="soft">${text('roomVisitor', { name: visitor.name })}</p>
    <//>
    <section class="stack" aria-labelledby="contents">
      <h2 id="contents" class="unseen">${text('roomContents')}</h2>
      ${items.length === 0 && html`<p class="soft">${text('roomEmpty')}</p>`}
      ${items.map((item) => html`<${Item} key=${item.id} item=${item} onEnd=${onEnd} />`)}
    </section>
    ${access.allow_comments && html`<${Comments} items=${items} onEnd=${onEnd} />`}`;
}

mount(App, text('roomTitle'));
