// Shared parts of the pages for people with a link: texts, calls of public routes, forms, messages, mounting.
import { html, render, useEffect, useRef, useState } from './htm.js';
import { TEXTS } from './texts.js';

export { html, useEffect, useRef, useState };

/** The address under which the service is reached, whatever path it has: this file is in /assets/people-…/. */
export const ROOT = new URL('../../', import.meta.url);

/** Returns a text, with values in the place of {names}. */
export function text(key, values = {}) {
  return TEXTS[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Returns a value of the fragment: secrets stand after #, so that no server sees them. */
export function fragment(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** A refusal of the service. */
export class Refusal extends Error {
  constructor(status, { code = '', details = {}, fields = [], message = '' } = {}, retryAfter = 0) {
    super(message);
    Object.assign(this, { status, code, details, fields, retryAfter });
  }
}

/**
 * Calls a route of the service.
 * @throws Refusal
 */
export async function call(method, path, body, headers = {}) {
  const reply = await fetch(new URL(`api/${path}`, ROOT), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal(0);
  });
  const answer = await reply.json().catch(() => ({}));
  if (reply.ok) return { status: reply.status, data: answer.data };
  throw new Refusal(reply.status, answer.error, Number(reply.headers.get('retry-after')));
}

/** Returns what a refusal means to a person. @param known texts by code */
export function explain(refusal, known = {}) {
  if (!(refusal instanceof Refusal)) throw refusal;
  if (refusal.status === 0) return text('errorNetwork');
  if (refusal.status === 429)
    return text('errorTooMany', { minutes: Math.max(1, Math.ceil(refusal.retryAfter / 60)) });
  if (known[refusal.code]) return text(known[refusal.code]);
  return refusal.fields[0]?.message ?? text('errorUnexpected');
}

/** Returns a date without a time, in words. */
export function day(date) {
  return new Date(`${date}T12:00:00`).toLocaleDateString(undefined, { dateStyle: 'long' });
}

/** Returns an instant, in the time of the visitor. */
export function moment(instant) {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A message that is read aloud when it appears. */
export function Alert({ message }) {
  return html`<div role="alert">${message && html`<p class="error">${message}</p>`}</div>`;
}

/** A page that says one thing. */
export function Notice({ title, hint, children }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  return html`<section class="card">
    <h1 tabindex="-1" ref=${heading}>${title}</h1>
    ${hint && html`<p>${hint}</p>`} ${children}
  </section>`;
}

/** A labelled input. */
export function Field({ label, hint, ...input }) {
  return html`<label>
    <span>${label}</span>
    ${hint && html`<span class="soft">${hint}</span>`}
    <input ...${input} />
  </label>`;
}

/**
 * A form whose fields are given to `submit` by name; it is disabled meanwhile, and a refusal is shown above its button.
 * @param known texts of refusals by code
 * @param quiet whether its button is a lesser one
 */
export function Form({ submit, button, known, quiet, children }) {
  const [state, setState] = useState({ busy: false, message: '' });
  const form = useRef(null);
  async function onSubmit(event) {
    event.preventDefault();
    if (state.busy) return;
    setState({ busy: true, message: '' });
    try {
      await submit(Object.fromEntries(new FormData(form.current)), form.current);
      setState({ busy: false, message: '' });
    } catch (error) {
      setState({ busy: false, message: typeof error === 'string' ? error : explain(error, known) });
    }
  }
  return html`<form class="stack" ref=${form} onSubmit=${onSubmit}>
    ${children}
    <${Alert} message=${state.message} />
    <div class="row"><button class=${quiet ? 'quiet' : ''} disabled=${state.busy}>${button}</button></div>
  </form>`;
}

/** Shows a page. */
export function mount(Page, title) {
  document.documentElement.lang = TEXTS.language;
  document.title = title;
  const place = document.querySelector('main');
  place.textContent = '';
  render(html`<${Page} />`, place);
}
