// The bar at the top of GraphiQL and the reference: navigation, signed-in person and workspace, sign-in dialog.
import { session } from './session.js';

// Static markup only; names from the service are inserted as text.
const BAR = `
  <a class="brand" href="/"><img src="" alt="" width="24" height="24" /><span>Platform API</span></a>
  <nav aria-label="Tools"><a href="/graphiql">GraphiQL</a><a href="/docs">Reference</a><a href="/docs/guides">Guides</a></nav>
  <div class="who" hidden>
    <label><span class="caption">Workspace</span><select aria-label="Workspace"></select></label>
    <span class="person"><b></b><span></span></span>
    <button type="button" class="quiet" data-do="sign-out">Sign out</button>
  </div>
  <button type="button" class="primary" data-do="sign-in">Sign in</button>
  <p class="notice" role="status" aria-live="polite"></p>`;

const DIALOG = `
  <form method="dialog" novalidate>
    <h1 id="sign-in-title">Sign in</h1>
    <p class="lead">The token stays in the tabs of this website and is renewed while one is open.</p>
    <p class="error" role="alert" hidden></p>
    <div class="credentials">
      <label>Email<input name="email" type="email" autocomplete="username" required autofocus /></label>
      <label>Password<input name="password" type="password" autocomplete="current-password" required /></label>
      <button type="submit" class="primary">Sign in</button>
    </div>
    <section class="demo" hidden><h2>Or as a demo user</h2><div class="columns"></div></section>
    <section class="workspaces" hidden><h2>Choose a workspace</h2></section>
    <button type="button" class="close" aria-label="Close" data-do="close">×</button>
  </form>`;

/** Fills the header. @param {boolean} ask opens the dialog if nobody is signed in */
export function mountBar(bar, ask) {
  bar.innerHTML = BAR;
  bar.querySelector('img').src = new URL('icon.svg', import.meta.url).href;
  bar
    .querySelector(`nav a[href="${location.pathname.replace(/\/$/, '')}"]`)
    ?.setAttribute('aria-current', 'page');
  const dialog = mountDialog();
  bar.querySelector('[data-do=sign-in]').onclick = () => openDialog(dialog);
  bar.querySelector('[data-do=sign-out]').onclick = () => session.signOut();
  bar.querySelector('select').onchange = ({ target }) => {
    session.enter(target.value).catch((error) => render(bar, error.message));
  };
  session.addEventListener('change', ({ detail }) => {
    render(bar, detail.notice);
    // Signed in by another tab.
    if (session.ready) dialog.close();
  });
  render(bar);
  // Another tab may answer within a moment that somebody is signed in.
  if (ask) setTimeout(() => !session.ready && openDialog(dialog), session.ready ? 0 : 100);
  return { ask: () => openDialog(dialog) };
}

function render(bar, notice = '') {
  const { state, ready } = session;
  bar.querySelector('.who').hidden = !ready;
  bar.querySelector('[data-do=sign-in]').hidden = ready;
  bar.querySelector('.notice').textContent = notice;
  if (!ready) return;
  const options = state.workspaces.map(
    ({ id, name }) => new Option(name, id, false, id === state.workspace.id),
  );
  bar.querySelector('select').replaceChildren(...options);
  bar.querySelector('.person b').textContent = state.user.name;
  bar.querySelector('.person span').textContent = state.user.email;
}

function mountDialog() {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  dialog.innerHTML = DIALOG;
  document.body.append(dialog);
  const form = dialog.querySelector('form');
  form.onsubmit = (event) => {
    event.preventDefault();
    const { email, password } = form.elements;
    attempt(dialog, () => session.signIn(email.value.trim(), password.value));
  };
  dialog.querySelector('[data-do=close]').onclick = () => dialog.close();
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  offerDemo(dialog);
  return dialog;
}

function openDialog(dialog) {
  if (dialog.open) return;
  fail(dialog, '');
  chooseWorkspace(dialog);
  dialog.showModal();
}

/** Runs a sign-in; then closes the dialog, offers the workspaces, or shows the error. */
async function attempt(dialog, signIn) {
  const buttons = dialog.querySelectorAll('button:not(.close)');
  for (const button of buttons) button.disabled = true;
  fail(dialog, '');
  try {
    await signIn();
    dialog.querySelector('form').reset();
    if (session.ready) dialog.close();
    else chooseWorkspace(dialog);
  } catch (error) {
    fail(dialog, error.message);
  } finally {
    for (const button of buttons) button.disabled = false;
    if (dialog.open && !session.state) dialog.querySelector('[name=password]').select();
  }
}

function fail(dialog, message) {
  const error = dialog.querySelector('.error');
  error.hidden = !message;
  error.textContent = message;
}

/** Shows the second step, for a person with several workspaces. */
function chooseWorkspace(dialog) {
  const { state } = session;
  const section = dialog.querySelector('.workspaces');
  const demo = dialog.querySelector('.demo');
  section.hidden = !state;
  dialog.querySelector('.credentials').hidden = Boolean(state);
  demo.hidden = Boolean(state) || !demo.querySelector('button');
  if (!state) return;
  const choices = state.workspaces.map(({ id, name, slug }) => {
    return choice(name, slug, () => attempt(dialog, () => session.enter(id)));
  });
  const leave = choice('Sign in as another user', '', () => {
    session.signOut();
    chooseWorkspace(dialog);
    fail(dialog, '');
    dialog.querySelector('[name=email]').focus();
  });
  section.replaceChildren(section.firstElementChild, ...choices, leave);
  section.firstElementChild.hidden = choices.length === 0;
  if (choices.length === 0) fail(dialog, `${state.user.name} is not a member of any workspace.`);
  section.querySelector('button').focus();
}

/** Adds a button for each demo user, if the demo is loaded. */
async function offerDemo(dialog) {
  const response = await fetch('/graphiql/demo.json').catch(() => undefined);
  const people = response?.ok ? await response.json() : [];
  const section = dialog.querySelector('.demo');
  for (const [workspace, members] of Map.groupBy(people, (person) => person.workspace)) {
    const heading = document.createElement('h3');
    heading.textContent = workspace;
    const column = document.createElement('div');
    const choices = members.map(({ email, name, role, password }) => {
      return choice(name, role, () => attempt(dialog, () => session.signIn(email, password, workspace)));
    });
    column.append(heading, ...choices);
    section.querySelector('.columns').append(column);
  }
  section.hidden = people.length === 0 || Boolean(session.state);
}

function choice(title, detail, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'choice';
  const strong = document.createElement('b');
  strong.textContent = title;
  const small = document.createElement('span');
  small.textContent = detail;
  button.append(strong, small);
  button.onclick = act;
  return button;
}
