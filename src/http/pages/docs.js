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
    for (const method of HTTP_METHODS) path[method]?.parameters?.forEach(withoutExample);
  }
  return Response.json(description);
}

/** An optional parameter with an example would be sent by default: a list would start with every filter at once. */
function withoutExample({ required, schema }) {
  if (!required) delete schema.examples;
}

mountBar(document.querySelector('#bar'), false);
const place = document.querySelector('#reference');
place.replaceChildren();
const reference = window.Scalar.createApiReference(place, settings());
session.addEventListener('change', () => reference.updateConfiguration(settings()));
