// The developer's session: signs in, selects the workspace, keeps and renews the tokens, and fires `change` events.

/**
 * Key in sessionStorage: a reload keeps the session. Another tab gets it from those that are open, so closing all of them
 * ends it. Never in localStorage, which outlives the browser.
 */
const STORAGE_KEY = 'platform.session';
/** The access token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;
const ENDED = 'Your session has ended. Sign in again.';

/** An error response of the service, or none at all, with a message for people. */
export class RequestError extends Error {
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
  /** Tabs share a session: they exchange the newest refresh token, because using an old one ends it. */
  #others = new BroadcastChannel(STORAGE_KEY);

  constructor() {
    super();
    this.#others.onmessage = ({ data }) => this.#receive(data);
    if (!this.#state) this.#others.postMessage({ wanted: true });
    this.#schedule();
  }

  /** Handles a message of another tab: it asks for the session, offers it, has renewed it or has ended it. */
  #receive({ wanted, offered, sessionId, refreshToken }) {
    if (wanted) {
      if (this.#state) this.#others.postMessage({ offered: this.#state });
    } else if (offered) {
      if (!this.#state) this.#set(offered);
    } else if (sessionId === this.#state?.sessionId) {
      if (refreshToken) this.#set({ ...this.#state, refreshToken });
      else this.#set(null, ENDED);
    }
  }

  get state() {
    return this.#state;
  }

  /** Whether somebody is signed in and has selected a workspace. */
  get ready() {
    return Boolean(this.#state?.workspace);
  }

  /** Signs in and enters the only workspace, or the one that is named. @throws RequestError */
  async signIn(email, password, workspaceName) {
    const opened = await call('/api/auth/sign-in', { email, password });
    const workspaces = opened.memberships.map(({ tenant: { id, name, slug } }) => ({ id, name, slug }));
    this.#set({ ...tokensOf(opened), user: opened.user, workspaces, workspace: null });
    const named = workspaces.find(({ id, name, slug }) => [id, name, slug].includes(workspaceName));
    const only = workspaces.length === 1 ? workspaces[0] : undefined;
    if (named ?? only) await this.enter((named ?? only).id);
  }

  /** Selects a workspace. @throws RequestError */
  async enter(workspaceId) {
    const workspace = this.#state.workspaces.find(({ id }) => id === workspaceId);
    const bound = await call('/api/auth/tenant', { tenant_id: workspaceId }, await this.token());
    this.#set({ ...this.#state, ...accessOf(bound), workspace });
    this.#others.postMessage({ offered: this.#state });
  }

  /** Signs out in this tab and at the service. */
  async signOut() {
    const token = this.#state?.accessToken;
    this.#others.postMessage({ sessionId: this.#state?.sessionId });
    this.#set(null);
    // The tab no longer has the tokens, so a failed request does not matter here.
    await call('/api/auth/sign-out', {}, token).catch(() => undefined);
  }

  /** Returns a valid access token, or undefined if nobody is signed in. */
  async token() {
    if (this.#state && Date.now() > this.#state.expires - RENEW_BEFORE_MS) await this.renew();
    return this.#state?.accessToken;
  }

  /** Exchanges the refresh token for new tokens; ends the session if it is refused. Concurrent calls share one request. */
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
      // The service binds new tokens to the workspace that the session entered last, perhaps in another tab.
      const bound = workspace
        ? await call('/api/auth/tenant', { tenant_id: workspace.id }, next.accessToken)
        : undefined;
      this.#set({ ...this.#state, ...next, ...(bound && accessOf(bound)) });
    } catch (error) {
      // Without a response the tokens may still be valid: the next call tries again.
      if (error.status === 401 || error.status === 403) this.#set(null, ENDED);
    }
  }

  #set(state, notice) {
    this.#state = state;
    if (state) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(state));
    else sessionStorage.removeItem(STORAGE_KEY);
    this.#schedule();
    this.dispatchEvent(new CustomEvent('change', { detail: { notice } }));
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (this.#state)
      this.#timer = setTimeout(
        () => this.renew(),
        Math.max(1000, this.#state.expires - RENEW_BEFORE_MS - Date.now()),
      );
  }
}

function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    return null;
  }
}

/** Computes the expiry from the lifetime, because the clocks may differ. */
function accessOf({ access_token, expires_in }) {
  return { accessToken: access_token, expires: Date.now() + expires_in * 1000 };
}

function tokensOf(answer) {
  return { ...accessOf(answer), sessionId: answer.session_id, refreshToken: answer.refresh_token };
}

async function call(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new RequestError('The service is not responding. Is it still running?');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.data;
  const wait = response.headers.get('retry-after');
  const message = answer.error?.message ?? `The service answered ${response.status}.`;
  throw new RequestError(wait ? `${message} Try again in ${wait} s.` : message, response.status);
}

export const session = new Session();
