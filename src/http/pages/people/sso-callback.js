// The page to which a provider of single sign-on returns people.
import { call, html, mount, Notice, text, useEffect, useState } from './kit.js';

const query = new URLSearchParams(location.search);
const answer = Object.fromEntries(
  ['code', 'state', 'iss'].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
);
// The code works once and belongs in no history.
history.replaceState(null, '', location.pathname);

function App() {
  const [notice, setNotice] = useState(null);
  useEffect(() => {
    if (!answer.code || !answer.state) {
      setNotice({ title: text('ssoRefused'), hint: text('ssoFailed') });
      return;
    }
    call('POST', 'auth/sso/callback', answer).then(
      ({ data }) =>
        setNotice({ title: text('ssoDone', { name: data.user.name }), hint: text('ssoDoneHint') }),
      () => setNotice({ title: text('ssoRefused'), hint: text('ssoFailed') }),
    );
  }, []);
  if (!notice) return html`<p role="status" class="soft">${text('ssoWorking')}</p>`;
  return html`<${Notice} key=${notice.title} ...${notice} />`;
}

mount(App, text('ssoTitle'));
