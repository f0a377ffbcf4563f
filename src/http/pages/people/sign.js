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

/** What was filled in, by field: it outlives a session that has to be renewed. */
let filledIn = {};

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
  const again = isMailed && sent && html`<${Form} submit=${send} button=${text('signSendAgain')} quiet />`;
  return html`<${Notice} title=${text('signFrom', { sender: view.sender_name })} hint=${text(isMailed ? 'signMailedCode' : 'signAccessCode')}>
    ${
      sent
        ? html`<${Form} submit=${verify} button=${text('signContinue')}>
          <${Field} label=${text('signCode')} name="code" autocomplete="one-time-code" required />
        <//>`
        : html`<${Form} submit=${send} button=${text('signSendCode')} />`
    }
    ${again}
  <//>`;
}

const NOTES = { done: 'signDone', completed: 'signCompleted', to_view: 'signToView' };

function Envelope({ view, reload, fail }) {
  const { envelope, recipient, documents, fields, state } = view;
  const heading = useRef(null);
  const [values, setValues] = useState(() =>
    Object.fromEntries(fields.map(({ id, ...field }) => [id, filledIn[id] ?? field.value ?? field.default])),
  );
  const setValue = (id, value) => {
    setValues((before) => {
      filledIn = { ...before, [id]: value };
      return filledIn;
    });
  };
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
      ${acts && envelope.expires_at && html`<p>${text('signUntil', { day: dayOf(envelope.expires_at) })}</p>`}
      <ul class="plain-list">
        ${documents.map((one) => html`<li key=${one.id}><${Download} document=${one} read=${read} /></li>`)}
      </ul>
    </header>
    <${Documents} key=${state === 'completed'} documents=${documents} read=${read} fields=${acts ? fields : []} values=${{ ...values, ...byService(fields, recipient) }} />
    ${
      acts &&
      html`<${Sign} view=${view} values=${values} setValue=${setValue} onDone=${reload} fail=${fail} />
      <${Decline} onDone=${reload} fail=${fail} />`
    }
    <p class="soft">${recipient.name}, ${recipient.email}</p>`;
}

/** Returns a day in the language of the page. */
function dayOf(time) {
  return new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
}

/** Returns what the service fills in by itself, as far as it is known before. */
function byService(fields, { name, email }) {
  const known = { name, email };
  return Object.fromEntries(
    fields.filter(({ type }) => known[type]).map(({ id, type }) => [id, known[type]]),
  );
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
  return html`<button type="button" class="quiet" onClick=${download}>${text('roomDownloadItem', { title: one.name })}</button>
    <${Alert} message=${message} />`;
}

function Sign({ view, values, setValue, onDone, fail }) {
  const fields = view.fields.filter(({ type }) => !BY_SERVICE.includes(type));
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
    try {
      await call('POST', `${path}/sign`, body, headers());
    } catch (refusal) {
      refuse(refusal, fields, fail);
    }
    await onDone();
  };
  const isApproval = view.state === 'to_approve';
  return html`<section class="card plain" aria-labelledby="sign">
    <h2 id="sign">${text(isApproval ? 'signApprove' : 'signSign')}</h2>
    <${Form} submit=${submit} button=${text(isApproval ? 'signApprove' : 'signFinish')} known=${KNOWN}>
      ${partsOf(fields).map((part) => html`<${Part} key=${part[0].id} part=${part} values=${values} setValue=${setValue} name=${view.recipient.name} />`)}
      <p class="agreement">${view.consent.text}</p>
      <label class="check"><input type="checkbox" name="consent" /> ${text('signConsent')}</label>
    <//>
  </section>`;
}

/** Says why a signature was not taken, at its field; a session that is over has to be renewed first. */
function refuse(refusal, fields, fail) {
  if (refusal.status === 401) return;
  if (refusal.status === 404 || refusal.status === 410) return fail(refusal);
  const [fault] = refusal.fields ?? [];
  const field = fields.find(({ id }) => fault?.path === `fields.${id}`);
  if (!field) throw refusal;
  document.getElementById(`field-${field.id}`)?.focus();
  throw `${nameOf(field)}: ${fault.message}`;
}

/** Returns the fields in the order of the form: the boxes of a group stand together. */
function partsOf(fields) {
  const parts = new Map();
  for (const field of fields) {
    const key = field.group ?? field.id;
    parts.set(key, [...(parts.get(key) ?? []), field]);
  }
  return [...parts.values()];
}

/** A field, or the boxes of a group. */
function Part({ part, values, setValue, name }) {
  const inputs = part.map((field) => {
    const input = field.group ? { ...field, required: false } : field;
    return html`<${FieldInput} key=${field.id} field=${input} value=${values[field.id]} set=${(value) => setValue(field.id, value)} name=${name} />`;
  });
  if (!part[0].group) return inputs;
  const isNeeded = part.some(({ required }) => required);
  return html`<fieldset class="choices">
    <legend>${text(isNeeded ? 'signAtLeastOne' : 'signAny')}</legend>
    ${inputs}
  </fieldset>`;
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
  if (type === 'radio')
    return html`<fieldset class="choices">
      <legend>${label}</legend>
      ${options.map((option, index) => html`<label class="check" key=${option}><input type="radio" name=${`field-${id}`} id=${index ? undefined : `field-${id}`} checked=${value === option} onChange=${() => set(option)} /> ${option}</label>`)}
    </fieldset>`;
  if (type === 'dropdown')
    return html`<label><span>${label}</span>
      <select id=${`field-${id}`} value=${value ?? ''} onChange=${(event) => set(event.target.value)}>
        <option value="">${text('signChoose')}</option>
        ${options.map((option) => html`<option key=${option} value=${option}>${option}</option>`)}
      </select></label>`;
  return html`<${Field} label=${label} id=${`field-${id}`} value=${value ?? ''} maxlength=${validation?.max_length ?? 4000} onInput=${(event) => set(event.target.value)} />`;
}

function Decline({ onDone, fail }) {
  const [isOpen, setOpen] = useState(false);
  const reasonInput = useRef(null);
  useEffect(() => reasonInput.current?.focus(), [isOpen]);
  const submit = async ({ reason }) => {
    const { data } = await call('POST', `${path}/decline`, { reason }, headers()).catch((refusal) => {
      refuse(refusal, [], fail);
      return { data: {} };
    });
    if (data.envelope_status === 'declined')
      return fail(new Refusal(410, { code: 'ENVELOPE_CLOSED', details: { status: 'declined' } }));
    await onDone();
  };
  if (!isOpen)
    return html`<div class="row"><button type="button" class="quiet" onClick=${() => setOpen(true)}>${text('signDecline')}</button></div>`;
  return html`<section class="card plain">
    <${Form} submit=${submit} button=${text('signDecline')} known=${KNOWN}>
      <label><span>${text('signDeclineReason')}</span><textarea name="reason" ref=${reasonInput} required maxlength="1000"></textarea></label>
    <//>
  </section>`;
}

mount(App, text('signTitle'));
