// Converts a workload's request to the bytes of HTTP/1.1, and sends single requests.
import type { Credentials, RunningPeer } from './peers/processes.ts';
import type { Request } from './workloads/workload.ts';

/** A running peer, with the workspace and the credentials for its requests. */
export interface Target {
  running: RunningPeer;
  tenantId: string;
  credentials?: Credentials;
}

function headersOf(
  { running, tenantId, credentials }: Target,
  { as, headers, body }: Request,
): Record<string, string> {
  return {
    host: `127.0.0.1:${running.port}`,
    'x-tenant-id': tenantId,
    ...(as && credentials && { authorization: `Bearer ${credentials[as]}` }),
    ...(body !== undefined && { 'content-type': 'application/json', accept: 'application/json' }),
    ...headers,
  };
}

/** Returns a request as the bytes of HTTP/1.1. */
export function bytesOf(target: Target, request: Request): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const lines = Object.entries(headersOf(target, request)).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

export interface Reply {
  status: number;
  text: string;
}

/** Sends one request. */
export async function send(target: Target, request: Request): Promise<Reply> {
  const { host: _, ...headers } = headersOf(target, request);
  const response = await fetch(`${target.running.url}${request.path}`, {
    method: request.method,
    headers,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  });
  return { status: response.status, text: await response.text() };
}
