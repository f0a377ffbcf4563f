// The page of a recipient: proving who they are, reading the documents, filling in, signing, declining, downloading.
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
  Refusal,
  ROOT,
  text,
  useEffect,
  useRef,
  useState,
} from './kit.js';
import { Documents } from './sign-documents.js';
import { SignatureInput } from './sign-signature.js';

const token = fragment('token');
const path = `signing/public/${encodeURIComponent(token ?? '')}`;
const storageKey = `signing ${token?.slice(-8)}`;
const BY_SERVICE = ['date_signed', 'name', 'email'];
const KNOWN = { NOT_YOUR_TURN: 'signNotYourTurn', DOCUMENT_CHANGED: 'signChanged' };

/** The session lives as long as the tab. */
const headers = () => {
  const session = sessionStorage.getItem(storageKey);
  return session ? { 'x-signing-session': session } : {};
};

function App() {
  const [view, setView] = useState(null);
  const [end, setEnd] = useState(null);
  const fail = (refusal) => {
    if (refusal.status === 404)
      return setEnd({ title: text('signNotFound'), hint: text('roomNotFoundHint') });
    if (refusal.code === 'ENVELOPE_CLOSED')
      return setEnd({ title: text(`signClosed_${refusal.details.status}`), hint: text('roomAskHint') });
    setEnd({ title: explain(refusal, KNOWN) });
  };
  const load = async () => {
    try {
      setView((await call('GET', path, undefined, headers())).data);
    } catch (refusal) {
      fail(refusal);
    }
  };
  useEffect(() => {
    if (token) load();
    else setEnd({ title: text('linkIncomplete') });
  }, []);
  if (end) return html`<${Notice} title=${end.title} hint=${end.hint} />`;
  if (!view) return html`<p class="soft">${text('loading')}</p>`;
  if (view.state === 'authentication_required')
    return html`<${Authentication} view=${view} onEnter=${load} />`;
  return html`<${Envelope} view=${view} reload=${load} fail=${fail} />`;
}

/** Asks for the access code, or sends and asks for the code by mail. */
function Authentication({ view, onEnter }) {
  const isMailed = view.auth === 'email_otp';
  const [sent, setSent] = useState(!isMailed);
  const verify = async ({ code }) => {
    const body = { action: 'verify', code };
    const { data } = await call('POST', `${path}/authenticate`, body).catch((refusal) => {
      if (refusal.code === 'UNAUTHENTICATED')
        throw text('signCodeWrong', { tries: refusal.details.tries_left });
      if (refusal.code === 'RESOURCE_LOCKED')
        throw text('errorTooMany', { minutes: Math.max(1, Math.ceil(refusal.retryAfter / 60)) });
      throw refusal;
    });
    sessionStorage.setItem(storageKey, data.session_token);
    await onEnter();
  };
  const send = async () => {
    await call('POST', `${path}/authenticate`, { action: 'request' });
    setSent(true);
  };
  return html`<${Notice} title=${text('signFrom', { sender: view.sender_name })} hint=${text(isMailed ? 'signMailedCode' : 'signAccessCode')}>
    ${
      sent
        ? html`<${Form} submit=${verify} button=${text('signContinue')}>
          <${Field} label=${text('signCode')} name="code" autocomplete="one-time-code" required />
        <//>`
        : html`<${Form} submit=${send} button=${text('signSendCode')} />`
    }
  <//>`;
}

const NOTES = { done: 'signDone', completed: 'signCompleted', to_view: 'signToView' };

function Envelope({ view, reload, fail }) {
  const { envelope, recipient, documents, fields, state } = view;
  const heading = useRef(null);
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map((field) => [field.id, field.value ?? field.default])),
  );
  const acts = state === 'to_sign' || state === 'to_approve';
  useEffect(() => {
    document.title = envelope.title;
    heading.current.focus();
  }, [state]);
  const read = async (one) => {
    const url = new URL(`api/${path}/documents/${one.id}`, ROOT);
    const reply = await fetch(url, { headers: headers() });
    if (!reply.ok) throw new Refusal(reply.status);
    return reply.arrayBuffer();
  };
  return html`<header class="card">
      <h1 tabindex="-1" ref=${heading}>${envelope.title}</h1>
      <p>${text('signFrom', { sender: view.sender_name })}</p>
      ${envelope.message && html`<p class="lines">${envelope.message}</p>`}
      ${NOTES[state] && html`<p role="status">${text(NOTES[state])}</p>`}
      <ul class="plain-list">
        ${documents.map((one) => html`<li key=${one.id}><${Download} document=${one} read=${read} /></li>`)}
      </ul>
    </header>
    <${Documents} key=${state === 'completed'} documents=${documents} read=${read} fields=${acts ? fields : []} values=${values} />
    ${
      acts &&
      html`<${Sign} view=${view} values=${values} setValues=${setValues} onDone=${reload} />
      <${Decline} onDone=${reload} fail=${fail} />`
    }
    <p class="soft">${recipient.name}, ${recipient.email}</p>`;
}

function Download({ document: one, read }) {
  const [message, setMessage] = useState('');
  const download = async () => {
    try {
      const url = URL.createObjectURL(new Blob([await read(one)], { type: 'application/pdf' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: one.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      setMessage(text('roomDownloadFailed'));
    }
  };
  return html`<button type="button" class="quiet" onClick=${download}>${text('roomDownload', { title: one.name })}</button>
    <${Alert} message=${message} />`;
}

function Sign({ view, values, setValues, onDone }) {
  const fields = view.fields.filter(({ type }) => !BY_SERVICE.includes(type));
  const set = (id, value) => setValues({ ...values, [id]: value });
  const submit = async (given) => {
    if (given.consent !== 'on') throw text('signConsentMissing');
    const filled = fields
      .map(({ id }) => [id, values[id]])
      .filter(([, value]) => value != null && value !== '');
    const body = {
      consent: { accepted: true, version: view.consent.version },
      document_digest: view.document_digest,
      fields: Object.fromEntries(filled),
    };
    await call('POST', `${path}/sign`, body, headers()).catch((refusal) => {
      const [fault] = refusal.fields;
      const field = fields.find(({ id }) => fault?.path === `fields.${id}`);
      if (field) throw `${nameOf(field)}: ${fault.message}`;
      throw refusal;
    });
    await onDone();
  };
  const isApproval = view.state === 'to_approve';
  return html`<section class="card plain" aria-labelledby="sign">
    <h2 id="sign">${text(isApproval ? 'signApprove' : 'signSign')}</h2>
    <${Form} submit=${submit} button=${text(isApproval ? 'signApprove' : 'signFinish')} known=${KNOWN}>
      ${fields.map((field) => html`<${FieldInput} key=${field.id} field=${field} value=${values[field.id]} set=${(value) => set(field.id, value)} name=${view.recipient.name} />`)}
      <p class="agreement">${view.consent.text}</p>
      <label class="check"><input type="checkbox" name="consent" /> ${text('signConsent')}</label>
    <//>
  </section>`;
}

/** How a field is called in the form. */
function nameOf({ label, type, page }) {
  return label ?? `${text(`signField_${type}`)} (${text('signPage', { page })})`;
}

function FieldInput({ field, value, set, name }) {
  const { type, id, options, required, validation } = field;
  const label = required ? `${nameOf(field)} *` : nameOf(field);
  if (type === 'signature' || type === 'initials')
    return html`<${SignatureInput} id=${id} label=${label} value=${value} set=${set} name=${name} isInitials=${type === 'initials'} />`;
  if (type === 'checkbox')
    return html`<label class="check"><input type="checkbox" id=${`field-${id}`} checked=${value === true} onChange=${(event) => set(event.target.checked)} /> ${label}</label>`;
  if (type === 'radio' || type === 'dropdown')
    return html`<label><span>${label}</span>
      <select id=${`field-${id}`} value=${value ?? ''} onChange=${(event) => set(event.target.value)}>
        <option value="">${text('signChoose')}</option>
        ${options.map((option) => html`<option key=${option} value=${option}>${option}</option>`)}
      </select></label>`;
  return html`<${Field} label=${label} id=${`field-${id}`} value=${value ?? ''} maxlength=${validation?.max_length ?? 4000} onInput=${(event) => set(event.target.value)} />`;
}

function Decline({ onDone, fail }) {
  const [isOpen, setOpen] = useState(false);
  const submit = async ({ reason }) => {
    const { data } = await call('POST', `${path}/decline`, { reason }, headers());
    if (data.envelope_status === 'declined')
      return fail(new Refusal(410, { code: 'ENVELOPE_CLOSED', details: { status: 'declined' } }));
    await onDone();
  };
  if (!isOpen)
    return html`<div class="row"><button type="button" class="quiet" onClick=${() => setOpen(true)}>${text('signDecline')}</button></div>`;
  return html`<section class="card plain">
    <${Form} submit=${submit} button=${text('signDecline')} known=${KNOWN}>
      <label><span>${text('signDeclineReason')}</span><textarea name="reason" required maxlength="1000"></textarea></label>
    <//>
  </section>`;
}

mount(App, text('signTitle'));
