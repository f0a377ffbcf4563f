// One request to an endpoint, and how it ended. No transaction is open meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { EgressBlocked } from '../../egress/egress.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';
import { messageIdOf } from './envelope.ts';
import type { Webhook, WebhookDelivery } from './model.ts';
import { type AttemptResult, errorOf, excerptOf, retryAfterOf } from './outcomes.ts';
import { openFor, signatureHeaders } from './signing.ts';

const TIMEOUT_MS = 15_000;
/** The status says what came of it; the answer behind it is only looked at. */
const EXCERPT_MS = 1_000;
const EXCERPT_BYTES = 4_096;

/** Sends a delivery once. Never throws: whatever happens is how the attempt ended. */
export async function attempt(
  { egress, keys, clock }: Services,
  webhook: Webhook,
  { eventId, payload }: Pick<WebhookDelivery, 'eventId' | 'payload'>,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const began = performance.now();
  const body = JSON.stringify(payload);
  const ended = (result: Omit<AttemptResult, 'durationMs'>): AttemptResult => {
    return { ...result, durationMs: Math.round(performance.now() - began) };
  };
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await egress.request(webhook.url, {
      method: 'POST',
      headers: {
        'user-agent': `Platform-Webhooks/${VERSION}`,
        ...customHeaders(keys, webhook),
        'content-type': 'application/json',
        ...signatureHeaders(keys, webhook, messageIdOf(eventId), body, clock.now()),
      },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    });
    const response = await beginningOf(answer);
    const retryAfter = [headers['retry-after']].flat()[0];
    return ended({
      statusCode,
      error: statusCode >= 200 && statusCode < 300 ? null : 'http',
      response,
      retryAfterMs: retryAfterOf(retryAfter, clock.now()),
    });
  } catch (error) {
    return ended({ statusCode: null, error: errorOf(codesOf(error)), response: null, retryAfterMs: null });
  }
}

function customHeaders(keys: Services['keys'], { id, sealedHeaders }: Webhook): Record<string, string> {
  return sealedHeaders ? JSON.parse(openFor(keys, id, sealedHeaders)) : {};
}

/** The beginning of an answer, as far as it comes within a second; the rest is not waited for. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const enough = new AbortController();
  const chunks: Buffer[] = [];
  const read = async (): Promise<void> => {
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= EXCERPT_BYTES) break;
    }
  };
  // An answer that breaks off, or is larger than is let in, has said its status all the same.
  body.on('error', () => undefined);
  await Promise.race([
    read().catch(() => undefined),
    sleep(EXCERPT_MS, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
  body.destroy();
  return excerptOf(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString());
}

/** Names and codes of a fault and of what caused it. */
function codesOf(error: unknown, depth = 0): string[] {
  if (error === null || typeof error !== 'object' || depth > 3) return [];
  const { code, name, cause, errors } = error as {
    code?: unknown;
    name?: unknown;
    cause?: unknown;
    errors?: unknown[];
  };
  return [
    ...(error instanceof EgressBlocked ? ['EgressBlocked'] : []),
    ...[code, name].filter((one): one is string => typeof one === 'string'),
    ...[cause, ...(errors ?? [])].flatMap((inner) => codesOf(inner, depth + 1)),
  ];
}
