// Headers of every answer that keep browsers from harm.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * What helmet sets. It is asked once, at the start: none of it hangs on the request.
 * @param isPublic whether the service is reached by https, which browsers are then told to stay with
 */
export function securityHeaders(isPublic: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  // Pages have a policy of their own for what they load.
  const set = helmet({ contentSecurityPolicy: false, strictTransportSecurity: isPublic });
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
