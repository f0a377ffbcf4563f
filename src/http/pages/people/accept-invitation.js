// The page of an invitation to a workspace.
import { call, Field, Form, fragment, html, mount, Notice, text, useState } from './kit.js';

const token = fragment('token');
const REFUSALS = {
  NOT_FOUND: 'invitationUnknown',
  GONE: 'invitationGone',
  UNAUTHENTICATED: 'invitationWrongPassword',
  CONFLICT: 'invitationMember',
};

function App() {
  const [workspace, setWorkspace] = useState(null);
  if (!token) return html`<${Notice} title=${text('linkIncomplete')} />`;
  if (workspace)
    return html`<${Notice} title=${text('invitationDone', { workspace })} hint=${text('invitationDoneHint')} />`;
  async function accept({ name, password }) {
    const body = { token, password, ...(name.trim() && { name }) };
    setWorkspace((await call('POST', 'auth/invitations/accept', body)).data.tenant.name);
  }
  return html`<section class="card">
    <h1>${text('invitationTitle')}</h1>
    <p class="soft">${text('invitationHint')}</p>
    <${Form} submit=${accept} button=${text('invitationAccept')} known=${REFUSALS}>
      <${Field} label=${text('name')} name="name" autocomplete="name" maxlength="120" />
      <${Field} label=${text('invitationNewPassword')} name="password" type="password" autocomplete="new-password" required />
    <//>
  </section>`;
}

mount(App, text('invitationTitle'));
