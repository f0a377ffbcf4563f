// Sends one request to a webhook endpoint. No database transaction is open while it runs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { EgressBlocked } from '../../egress/egress.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';
import { messageIdOf } from './envelope.ts';
import type { Webhook, WebhookDelivery } from './model.ts';
import { type AttemptResult, errorOf, maskedExcerpt, retryAfterOf } from './outcomes.ts';
import { decryptForWebhook, signatureHeaders } from './signing.ts';

const TIMEOUT_MS = 15_000;
/** How long to read the response body: the status decides the outcome, the body is only kept as an excerpt. */
const EXCERPT_MS = 1_000;
const EXCERPT_BYTES = 4_096;

/** Sends a delivery once. Never throws: every failure is returned as the result of the attempt. */
export async function sendRequest(
  { egress, keys, clock }: Services,
  webhook: Webhook,
  { eventId, payload }: Pick<WebhookDelivery, 'eventId' | 'payload'>,
  signal?: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = performance.now();
  const body = JSON.stringify(payload);
  const resultWith = (result: Omit<AttemptResult, 'durationMs'>): AttemptResult => {
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  };
  try {
    const {
      statusCode,
      headers,
      body: responseBody,
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
    const response = await readExcerpt(responseBody);
    const retryAfter = [headers['retry-after']].flat()[0];
    return resultWith({
      statusCode,
      error: statusCode >= 200 && statusCode < 300 ? null : 'http',
      response,
      retryAfterMs: retryAfterOf(retryAfter, clock.now()),
    });
  } catch (error) {
    return resultWith({
      statusCode: null,
      error: errorOf(codesOf(error)),
      response: null,
      retryAfterMs: null,
    });
  }
}

function customHeaders(keys: Services['keys'], { id, sealedHeaders }: Webhook): Record<string, string> {
  return sealedHeaders ? JSON.parse(decryptForWebhook(keys, id, sealedHeaders)) : {};
}

/** Reads the beginning of a response body for at most a second and discards the rest. */
async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  const timer = new AbortController();
  const chunks: Buffer[] = [];
  const read = async (): Promise<void> => {
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= EXCERPT_BYTES) break;
    }
  };
  // The status is known even if the body is cut off or exceeds the egress limit.
  body.on('error', () => undefined);
  await Promise.race([
    read().catch(() => undefined),
    sleep(EXCERPT_MS, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
  body.destroy();
  return maskedExcerpt(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString());
}

/** Collects the names and codes of an error and of its causes. */
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
    ...[code, name].filter((text): text is string => typeof text === 'string'),
    ...[cause, ...(errors ?? [])].flatMap((inner) => codesOf(inner, depth + 1)),
  ];
}
