// Starts GraphiQL with the examples as tabs, and sends every request with the token of the session.
import { mountBar } from './bar.js';
import { session } from './session.js';

const { React, ReactDOM, GraphiQL } = window;
const bar = mountBar(document.querySelector('#bar'), true);
const examples = await (await fetch(new URL('examples.json', import.meta.url))).json();

/** Variables of the first tab, which GraphiQL reads only from here; undefined if it restores the tabs of an earlier visit. */
const firstVariables = localStorage.getItem('graphiql:tabState') ? undefined : examples[0].variables;

/** Sends one request; renews a refused token once, then asks the person to sign in. */
async function send(params, { headers } = {}) {
  const request = async () => {
    const token = await session.token();
    return fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        // Headers from the Headers editor override ours.
        ...headers,
      },
      body: JSON.stringify(params),
    });
  };
  let response = await request();
  if (response.status === 401 && session.state) {
    await session.renew();
    response = await request();
  }
  if (response.status === 401 && !headers?.authorization) bar.ask();
  return response.json();
}

function Page() {
  const [ready, setReady] = React.useState(session.ready);
  React.useEffect(() => {
    const follow = () => setReady(session.ready);
    session.addEventListener('change', follow);
    return () => session.removeEventListener('change', follow);
  }, []);
  return React.createElement(
    GraphiQL,
    {
      fetcher: send,
      // The schema needs a signed-in person; null keeps GraphiQL from requesting it earlier.
      schema: ready ? undefined : null,
      defaultTabs: examples,
      variables: firstVariables,
      defaultQuery: '',
      defaultEditorToolsVisibility: 'variables',
      isHeadersEditorEnabled: true,
      shouldPersistHeaders: false,
    },
    React.createElement(GraphiQL.Logo, null, ' '),
  );
}

ReactDOM.createRoot(document.querySelector('#graphiql')).render(React.createElement(Page));
