// Boots the API reference over our OpenAPI description; "Test request" uses the token of the session.
import { mountBar } from './bar.js';
import { session } from './session.js';

function settings() {
  const { state } = session;
  return {
    url: '/docs/openapi.json',
    // Nothing from outside: no fonts, no proxy, no telemetry, no services of the vendor.
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    authentication: {
      preferredSecurityScheme: [['bearer', 'tenant']],
      securitySchemes: {
        bearer: { token: state?.accessToken ?? '' },
        tenant: { value: state?.workspace?.id ?? '' },
      },
    },
  };
}

mountBar(document.querySelector('#bar'), false);
const place = document.querySelector('#reference');
place.replaceChildren();
const reference = window.Scalar.createApiReference(place, settings());
session.addEventListener('change', () => reference.updateConfiguration(settings()));
