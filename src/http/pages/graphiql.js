// Boots GraphiQL: examples in its tabs, and every request with the token of the session.
import { mountBar } from './bar.js';
import { session } from './session.js';

const { React, ReactDOM, GraphiQL } = window;
const bar = mountBar(document.querySelector('#bar'), true);
const examples = await (await fetch(new URL('examples.json', import.meta.url))).json();

/** GraphiQL fills the first tab from these alone; a developer who comes back finds the tabs as they were. */
const firstVariables = localStorage.getItem('graphiql:tabState') ? undefined : examples[0].variables;

/** One request; a token that was refused is renewed once, then the person is asked to sign in. */
async function send(params, { headers } = {}) {
  const request = async () => {
    const token = await session.token();
    return fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        // What the developer writes into the Headers editor wins.
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
      // The schema is for people who are signed in; null keeps GraphiQL from asking before.
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
