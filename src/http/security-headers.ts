// Security headers of every response.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Returns helmet's headers. Computed once at the start, because they do not depend on the request.
 * @param isPublic whether the service is reached by https; adds Strict-Transport-Security
 */
export function securityHeaders(isPublic: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  // The pages set their own Content-Security-Policy.
  const set = helmet({ contentSecurityPolicy: false, strictTransportSecurity: isPublic });
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
