// Boots the API reference over our OpenAPI description; "Test Request" starts with the token of the session.
import { mountBar } from './bar.js';
import { session } from './session.js';

const DESCRIPTION = '/openapi.json';
const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function settings() {
  const { state } = session;
  return {
    url: DESCRIPTION,
    customFetch: load,
    // The file as we serve it, not as the reference has it after load().
    documentDownloadType: 'direct',
    // Nothing from outside: no fonts, no proxy, no telemetry, no services of the vendor.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    // Our own search also finds guides and error codes, and by synonyms.
    hideSearch: true,
    searchHotKey: 'j',
    agent: { disabled: true },
    mcp: { disabled: true },
    authentication: {
      preferredSecurityScheme: [['bearer', 'tenant']],
      securitySchemes: {
        bearer: { token: state?.accessToken ?? '' },
        tenant: { value: state?.workspace?.id ?? '' },
      },
    },
  };
}

/** Every request of the reference: its description, and what "Test Request" sends. */
async function load(input, options) {
  const response = await fetch(input, options);
  if (new URL(response.url).pathname !== DESCRIPTION || !response.ok) return response;
  const description = await response.json();
  for (const path of Object.values(description.paths)) {
    for (const method of HTTP_METHODS) if (path[method]) simplify(path[method], description.components);
  }
  description.info.description += await guides();
  return Response.json(description);
}

/** Returns the list of guides, which the reference shows in its introduction. */
async function guides() {
  const { entries } = await (await fetch('/docs/search.json')).json();
  const pages = entries.filter(({ kind, url }) => kind === 'guide' && !url.includes('#'));
  return `\n\n## Guides\n\n${pages.map(({ title, url }) => `- [${title}](${url})`).join('\n')}\n- [Error codes](/docs/errors)`;
}

/** Shortens what the reference shows of an operation; the description itself stays as it is. */
function simplify(operation, { parameters: shared }) {
  delete operation['x-graphql'];
  const all =
    operation.parameters?.map((part) => (part.$ref ? shared[part.$ref.split('/').at(-1)] : part)) ?? [];
  const filters = all.filter(({ name }) => name.startsWith('filter['));
  const others = all.filter((parameter) => !filters.includes(parameter)).map(withoutExample);
  if (all.length) operation.parameters = filters.length ? [...others, folded(filters)] : others;
}

/** An optional parameter with an example would be sent by default: a list would start with every header at once. */
function withoutExample({ schema, ...parameter }) {
  if (parameter.required) return { ...parameter, schema };
  const { examples: _, ...rest } = schema;
  return { ...parameter, schema: rest };
}

/** Shows all filters of a list as one parameter, whose fields and operators unfold. */
function folded(filters) {
  const whole = { type: 'object', properties: {} };
  for (const { name, description, schema } of filters) {
    const path = [...name.matchAll(/\[(.+?)\]/g)].map(([, member]) => member);
    let parent = whole;
    for (const member of path.slice(0, -1)) {
      parent.properties[member] ??= { type: 'object', properties: {} };
      parent = parent.properties[member];
    }
    const { examples: _, ...rest } = schema;
    parent.properties[path.at(-1)] = { ...rest, ...(description && { description }) };
  }
  return {
    name: 'filter[field][operator]',
    in: 'query',
    description: 'Conditions, such as `filter[name][contains]=optik`.',
    schema: whole,
  };
}

mountBar(document.querySelector('#bar'), false);
const place = document.querySelector('#reference');
place.replaceChildren();
const reference = window.Scalar.createApiReference(place, settings());
session.addEventListener('change', () => reference.updateConfiguration(settings()));
