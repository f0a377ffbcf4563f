// The page of a room: its gates, its contents, its comments; it reports what the visitor looks at.
import {
  Alert,
  call,
  explain,
  Field,
  Form,
  fragment,
  html,
  mount,
  Notice,
  ROOT,
  text,
  useEffect,
  useRef,
  useState,
} from './kit.js';

const token = fragment('token');
const path = `rooms/public/${encodeURIComponent(token ?? '')}`;
const storageKey = `room ${token?.slice(-8)}`;

const REFUSALS = {
  ROOM_PASSWORD_INVALID: 'roomPasswordWrong',
  ROOM_CODE_INVALID: 'roomCodeWrong',
  ROOM_ACCESS_DENIED: 'roomDenied',
  ROOM_NDA_REQUIRED: 'roomAgreementNew',
  ROOM_ACCESS_REQUIRED: 'roomSessionEnded',
};
const ENDS = {
  ROOM_NOT_FOUND: ['roomNotFound', 'roomNotFoundHint'],
  ROOM_LINK_EXPIRED: ['roomExpired', 'roomAskHint'],
  ROOM_CLOSED: ['roomClosed', 'roomAskHint'],
};

/** The session lives as long as the tab, so that a reload does not ask for a new code. */
const session = {
  get: () => sessionStorage.getItem(storageKey),
  set: (value) => sessionStorage.setItem(storageKey, value),
  headers: () => (session.get() ? { 'x-room-session': session.get() } : {}),
};

/** Events wait here until they are sent together. */
const waiting = [];
let sequence = 0;

function report(type, more = {}) {
  sequence += 1;
  const id = `${Date.now().toString(36)}-${sequence}`;
  waiting.push({ client_event_id: id, type, at: new Date().toISOString(), ...more });
}

function sendEvents() {
  if (!session.get() || waiting.length === 0) return;
  const events = waiting.splice(0, 50);
  fetch(new URL(`api/${path}/events`, ROOT), {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...session.headers() },
    body: JSON.stringify({ events }),
  }).catch(() => undefined);
}

function App() {
  const [view, setView] = useState(null);
  const [end, setEnd] = useState(null);
  async function load() {
    try {
      setView((await call('GET', path, undefined, session.headers())).data);
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
  if (!view) return html`<p class="soft">${text('loading')}</p>`;
  return view.access.granted
    ? html`<${Room} view=${view} onEnd=${load} />`
    : html`<${Gate} view=${view} onEnter=${load} />`;
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

/** Returns the address of a file under the address of this page. */
function fileUrl(url) {
  return new URL(`files/${url.slice(url.lastIndexOf('/') + 1)}`, ROOT).href;
}

/** What a visitor must show before the room opens. */
function Gate({ view: { room, access, nda }, onEnter }) {
  const [given, setGiven] = useState(null);
  const needs = (gate) => access.requires.includes(gate);
  const first = access.requires.length === 0 ? 'roomWelcome' : 'gates';
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
      if (refusal.details.reason === 'session_limit') throw text('roomFull');
      throw refusal;
    });
    if (status === 202) return setGiven({ ...body, code: undefined });
    session.set(data.session);
    await onEnter();
  }
  const again = () => call('POST', `${path}/access`, given);
  return html`<${Head} room=${room} />
    <section class="card plain" aria-labelledby="gate">
      <h2 id="gate">${text('roomEnter')}</h2>
      ${
        given
          ? html`<p>${text('roomCodeSent', { email: given.email })}</p>
            <${Form} key="code" submit=${enter} button=${text('roomEnter')} known=${REFUSALS}>
              <${Field} label=${text('roomCode')} name="code" inputmode="numeric" autocomplete="one-time-code" pattern="\\s*[0-9]{6}\\s*" required autofocus />
            <//>
            <div class="row">
              <button class="quiet" onClick=${again}>${text('roomCodeAgain')}</button>
              <button class="quiet" onClick=${() => setGiven(null)}>${text('roomOtherAddress')}</button>
            </div>`
          : html`${first === 'gates' && html`<p class="soft">${text('roomEnterHint')}</p>`}
            <${Form} key="gate" submit=${enter} button=${text('roomEnter')} known=${REFUSALS}>
              ${needs('email') && html`<${Field} label=${text('email')} name="email" type="email" autocomplete="email" required />`}
              <${Field} label=${text('name')} hint=${text('roomNameHint')} name="name" autocomplete="name" maxlength="80" />
              ${needs('password') && html`<${Field} label=${text('password')} name="password" type="password" autocomplete="off" required />`}
              ${nda && needs('nda') && html`<${Agreement} nda=${nda} />`}
            <//>`
      }
    </section>`;
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
  useEffect(() => {
    report('room_viewed');
    sendEvents();
    const timer = setInterval(sendEvents, 5000);
    const leave = () => document.visibilityState === 'hidden' && sendEvents();
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', leave);
    };
  }, []);
  return html`<${Head} room=${room}>
      <p class="soft">${text('roomVisitor', { name: visitor.name })}</p>
    <//>
    <section class="stack" aria-labelledby="contents">
      <h2 id="contents" class="unseen">${text('roomContents')}</h2>
      ${items.length === 0 && html`<p class="soft">${text('roomEmpty')}</p>`}
      ${items.map((item) => html`<${Item} key=${item.id} item=${item} onEnd=${onEnd} />`)}
    </section>
    ${access.allow_comments && html`<${Comments} onEnd=${onEnd} />`}`;
}

/** Reports an item as viewed once it has been on the screen, and the seconds that it stays there. */
function useViewing(item) {
  const place = useRef(null);
  useEffect(() => {
    let since = 0;
    let viewed = false;
    const stop = () => {
      const seconds = since ? Math.round((Date.now() - since) / 1000) : 0;
      since = 0;
      if (seconds >= 1) report('time_spent', { item_id: item.id, seconds: Math.min(seconds, 3600) });
    };
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return stop();
        since = Date.now();
        if (!viewed) report('item_viewed', { item_id: item.id });
        viewed = true;
      },
      { threshold: 0.6 },
    );
    watch.observe(place.current);
    document.addEventListener('visibilitychange', stop);
    return () => {
      stop();
      watch.disconnect();
      document.removeEventListener('visibilitychange', stop);
    };
  }, []);
  return place;
}

function Item({ item, onEnd }) {
  const place = useViewing(item);
  if (item.kind === 'section') return html`<h2 ref=${place}>${item.title}</h2>`;
  return html`<article class="card plain" ref=${place} aria-label=${item.title}>
    <h3>${item.title}</h3>
    ${item.kind === 'action_item' && html`<p class="soft">${stateOf(item)}</p>`}
    ${item.body && html`<div class="text" dangerouslySetInnerHTML=${{ __html: item.body }} />`}
    ${item.url && html`<${Link} item=${item} />`} ${item.file && html`<${File} item=${item} onEnd=${onEnd} />`}
  </article>`;
}

function stateOf({ done, due_on }) {
  const due = due_on && text('roomDue', { date: new Date(`${due_on}T12:00:00`).toLocaleDateString() });
  return [text(done ? 'roomDone' : 'roomOpen'), due].filter(Boolean).join(' · ');
}

function Link({ item }) {
  const onClick = () => {
    report('link_clicked', { item_id: item.id, url: item.url });
    sendEvents();
  };
  return html`<p>
    <a href=${item.url} target="_blank" rel="noopener noreferrer" onClick=${onClick}>${text('roomOpenLink', item)}</a>
    <br /><span class="soft">${item.url}</span>
  </p>`;
}

function File({ item, onEnd }) {
  const [message, setMessage] = useState('');
  const [image, setImage] = useState(null);
  const { file } = item;
  const fail = (refusal) => (refusal.status === 401 ? onEnd() : setMessage(explain(refusal, REFUSALS)));
  async function view() {
    try {
      const { data } = await call('GET', `${path}/items/${item.id}`, undefined, session.headers());
      report('page_viewed', { item_id: item.id, page: 1 });
      if (file.mime.startsWith('image/')) setImage(fileUrl(data.view.url));
      else open(fileUrl(data.view.url), '_blank', 'noopener');
    } catch (refusal) {
      fail(refusal);
    }
  }
  async function download() {
    const reply = await fetch(new URL(`api/${path}/items/${item.id}/download`, ROOT), {
      headers: session.headers(),
    }).catch(() => null);
    if (!reply?.ok) return reply?.status === 401 ? onEnd() : setMessage(text('roomDownloadFailed'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await reply.blob());
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return html`<p class="soft">${file.name} · ${sizeOf(file.bytes)}</p>
    ${image && html`<img class="shown-image" alt=${item.title} src=${image} />`}
    <${Alert} message=${message} />
    <div class="row">
      ${item.can_view && !image && html`<button onClick=${view}>${text('roomView', item)}</button>`}
      ${item.can_download && html`<button class="quiet" onClick=${download}>${text('roomDownload', item)}</button>`}
    </div>`;
}

function sizeOf(bytes) {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}

function Comments({ onEnd }) {
  const [comments, setComments] = useState([]);
  const [sent, setSent] = useState('');
  const load = () =>
    call('GET', `${path}/comments`, undefined, session.headers()).then(
      ({ data }) => setComments(data),
      (refusal) => refusal.status === 401 && onEnd(),
    );
  useEffect(() => {
    load();
  }, []);
  async function write({ body }, form) {
    setSent('');
    await call('POST', `${path}/comments`, { body }, session.headers());
    form.reset();
    setSent(text('roomCommentSent'));
    await load();
  }
  const answers = (parent) => comments.filter((comment) => comment.parent_id === parent.id);
  return html`<section class="card plain" aria-labelledby="comments">
    <h2 id="comments">${text('roomComments')}</h2>
    ${comments.length === 0 && html`<p class="soft">${text('roomNoComments')}</p>`}
    ${comments
      .filter(({ parent_id }) => !parent_id)
      .map(
        (comment) => html`<${Comment} key=${comment.id} comment=${comment} />
          ${answers(comment).map((answer) => html`<${Comment} key=${answer.id} comment=${answer} isAnswer />`)}`,
      )}
    <${Form} submit=${write} button=${text('send')} known=${REFUSALS}>
      <label><span>${text('roomComment')}</span><textarea name="body" required maxlength="4000"></textarea></label>
    <//>
    <p role="status" class="soft">${sent}</p>
  </section>`;
}

function Comment({ comment: { author, body, created_at }, isAnswer }) {
  const name = author.is_team ? `${author.name} (${text('roomTeam')})` : author.name;
  return html`<div class=${isAnswer ? 'comment answer' : 'comment'}>
    <p><strong>${name}</strong> <span class="soft">${new Date(created_at).toLocaleString()}</span></p>
    <p class="lines">${body}</p>
  </div>`;
}

mount(App, text('roomTitle'));
