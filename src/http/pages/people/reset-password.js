// The page that sets a new password with the link of a mail.
import { call, Field, Form, fragment, html, mount, Notice, text, useState } from './kit.js';

const token = fragment('token');
const REFUSALS = { NOT_FOUND: 'resetUnknown', GONE: 'resetGone' };

function App() {
  const [done, setDone] = useState(false);
  if (!token) return html`<${Notice} title=${text('linkIncomplete')} />`;
  if (done) return html`<${Notice} title=${text('resetDone')} hint=${text('resetDoneHint')} />`;
  async function save({ password, repeat }) {
    if (password !== repeat) throw text('resetDiffer');
    await call('POST', 'auth/password/reset', { token, password });
    setDone(true);
  }
  return html`<section class="card">
    <h1>${text('resetTitle')}</h1>
    <${Form} submit=${save} button=${text('resetSave')} known=${REFUSALS}>
      <${Field} label=${text('resetPassword')} name="password" type="password" autocomplete="new-password" required />
      <${Field} label=${text('resetRepeat')} name="repeat" type="password" autocomplete="new-password" required />
    <//>
  </section>`;
}

mount(App, text('resetTitle'));
