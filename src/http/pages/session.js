// The developer's session: signs in, picks the workspace, holds and renews the tokens, tells the page of every change.

/** sessionStorage, so that a reload keeps the session and closing the tab forgets it. Never localStorage. */
const STORE = 'platform.session';
/** How long before its end the access token is renewed. */
const EARLY = 60_000;
const ENDED = 'Your session has ended. Sign in again.';

/** A refusal of the service, or its silence, with a message for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * @typedef {{ id: string, name: string, slug: string }} Workspace
 * @typedef {{ sessionId: string, accessToken: string, expires: number, refreshToken: string,
 *   user: { name: string, email: string }, workspaces: Workspace[], workspace: Workspace | null }} SessionState
 */

class Session extends EventTarget {
  /** @type {SessionState | null} */
  #state = restore();
  #timer = 0;
  #renewal = null;
  /** Two tabs may hold one session (a duplicated tab does): each must know the newest refresh token, since a spent one ends it. */
  #others = new BroadcastChannel(STORE);

  constructor() {
    super();
    this.#others.onmessage = ({ data: { sessionId, refreshToken } }) => {
      if (sessionId !== this.#state?.sessionId) return;
      if (refreshToken) this.#set({ ...this.#state, refreshToken });
      else this.#set(null, ENDED);
    };
    this.#schedule();
  }

  get state() {
    return this.#state;
  }

  /** Signed in, and in a workspace. */
  get ready() {
    return Boolean(this.#state?.workspace);
  }

  /** Signs in and goes to the only workspace, or to the one that is named. @throws Refusal */
  async signIn(email, password, wanted) {
    const opened = await call('/api/auth/sign-in', { email, password });
    const workspaces = opened.memberships.map(({ tenant: { id, name, slug } }) => ({ id, name, slug }));
    this.#set({ ...tokensOf(opened), user: opened.user, workspaces, workspace: null });
    const named = workspaces.find(({ id, name, slug }) => [id, name, slug].includes(wanted));
    const only = workspaces.length === 1 ? workspaces[0] : undefined;
    if (named ?? only) await this.enter((named ?? only).id);
  }

  /** Makes a workspace the active one. @throws Refusal */
  async enter(workspaceId) {
    const workspace = this.#state.workspaces.find(({ id }) => id === workspaceId);
    const bound = await call('/api/auth/tenant', { tenant_id: workspaceId }, await this.token());
    this.#set({ ...this.#state, ...accessOf(bound), workspace });
  }

  /** Signs out here and at the service. */
  async signOut() {
    const token = this.#state?.accessToken;
    this.#others.postMessage({ sessionId: this.#state?.sessionId });
    this.#set(null);
    // The page has forgotten the tokens; that the service could not be told changes nothing for it.
    await call('/api/auth/sign-out', {}, token).catch(() => undefined);
  }

  /** An access token that is good for the next call, or undefined when nobody is signed in. */
  async token() {
    if (this.#state && Date.now() > this.#state.expires - EARLY) await this.renew();
    return this.#state?.accessToken;
  }

  /** Changes the refresh token for the next tokens; ends the session when it is refused. Calls at the same time share one. */
  renew() {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renew() {
    try {
      const next = tokensOf(await call('/api/auth/refresh', { refresh_token: this.#state.refreshToken }));
      this.#others.postMessage({ sessionId: next.sessionId, refreshToken: next.refreshToken });
      if (!this.#state) return;
      const { workspace } = this.#state;
      // The service binds the token to the workspace that the session chose last, which may be another tab's.
      const bound = workspace
        ? await call('/api/auth/tenant', { tenant_id: workspace.id }, next.accessToken)
        : undefined;
      this.#set({ ...this.#state, ...next, ...(bound && accessOf(bound)) });
    } catch (error) {
      // Without an answer the tokens may still be good: the next call tries again.
      if (error.status === 401 || error.status === 403) this.#set(null, ENDED);
    }
  }

  #set(state, notice) {
    this.#state = state;
    if (state) sessionStorage.setItem(STORE, JSON.stringify(state));
    else sessionStorage.removeItem(STORE);
    this.#schedule();
    this.dispatchEvent(new CustomEvent('change', { detail: { notice } }));
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (this.#state)
      this.#timer = setTimeout(() => this.renew(), Math.max(1000, this.#state.expires - EARLY - Date.now()));
  }
}

function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE));
  } catch {
    return null;
  }
}

/** By the lifetime and not by the end that the answer names: the clocks may differ. */
function accessOf({ access_token, expires_in }) {
  return { accessToken: access_token, expires: Date.now() + expires_in * 1000 };
}

function tokensOf(answer) {
  return { ...accessOf(answer), sessionId: answer.session_id, refreshToken: answer.refresh_token };
}

async function call(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new Refusal('The service does not answer. Is it still running?');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.data;
  const wait = response.headers.get('retry-after');
  const message = answer.error?.message ?? `The service answered ${response.status}.`;
  throw new Refusal(wait ? `${message} Try again in ${wait} s.` : message, response.status);
}

export const session = new Session();
