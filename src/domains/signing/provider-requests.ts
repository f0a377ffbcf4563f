// Requests to signing providers: creating and voiding an envelope, and the signed documents.
import { Readable } from 'node:stream';
import type { Services } from '../../services.ts';
import type { Connection } from '../api-keys/connections.ts';

/** A document that is sent along; its content is streamed, because ten of them may have 250 MB. */
export interface SentDocument {
  id: string;
  name: string;
  sha256: string;
  content: AsyncIterable<Buffer>;
}

export interface SentEnvelope {
  envelope_id: string;
  title: string;
  recipients: object[];
  fields: object[];
  callback_url: string;
}

/** An answer of a provider that is no success. */
export class ProviderRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the signing provider answered ${status}`);
    this.status = status;
  }

  /** Whether the same request would be refused again. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![408, 409, 425, 429].includes(this.status);
  }
}

const CREATE_MS = 120_000;
const TIMEOUT_MS = 30_000;
/** The most bytes of a signed document: an original of 25 MB with its certificate. */
const MAX_DOCUMENT_BYTES = 60 * 1_048_576;

/** Creates an envelope at a provider. @returns its id there @throws ProviderRefusal, network errors */
export async function createAtProvider(
  services: Services,
  { baseUrl, secret }: Connection,
  envelope: SentEnvelope,
  documents: readonly SentDocument[],
): Promise<string> {
  const { statusCode, body } = await services.egress.request(`${baseUrl}/envelopes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      // A repeated request must not create a second envelope.
      'idempotency-key': envelope.envelope_id,
    },
    body: Readable.from(envelopeJson(envelope, documents)),
    signal: AbortSignal.timeout(CREATE_MS),
  });
  if (statusCode < 200 || statusCode > 299) {
    await body.dump().catch(() => undefined);
    throw new ProviderRefusal(statusCode);
  }
  const { id } = (await body.json()) as { id?: unknown };
  if (typeof id !== 'string' || !id || id.length > 200)
    throw new Error('the signing provider returned no id of the envelope');
  return id;
}

/** Voids an envelope at a provider; one that it does not know, or that has ended, counts as void. */
export async function voidAtProvider(
  services: Services,
  { baseUrl, secret }: Connection,
  providerEnvelopeId: string,
  reason: string | null,
): Promise<void> {
  const { statusCode, body } = await services.egress.request(
    `${baseUrl}/envelopes/${encodeURIComponent(providerEnvelopeId)}/void`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  );
  await body.dump().catch(() => undefined);
  if (statusCode > 299 && ![404, 409, 410].includes(statusCode)) throw new ProviderRefusal(statusCode);
}

/** Returns a signed document. @throws ProviderRefusal, Error for something else than a PDF of up to 60 MB */
export async function signedDocument(
  services: Services,
  { baseUrl, secret }: Connection,
  providerEnvelopeId: string,
  documentId: string,
): Promise<Buffer> {
  const url = `${baseUrl}/envelopes/${encodeURIComponent(providerEnvelopeId)}/documents/${documentId}`;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of services.egress.download(url, { authorization: `Bearer ${secret}` })) {
    parts.push(part);
    size += part.length;
    if (size > MAX_DOCUMENT_BYTES) throw new Error('the signed document is larger than 60 MB');
  }
  const bytes = Buffer.concat(parts);
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Error('the signed document is no PDF');
  return bytes;
}

/** Yields the JSON of an envelope, whose documents are encoded as they are read. */
async function* envelopeJson(
  envelope: SentEnvelope,
  documents: readonly SentDocument[],
): AsyncGenerator<string> {
  yield `${JSON.stringify(envelope).slice(0, -1)},"documents":[`;
  for (const [index, { content, ...document }] of documents.entries()) {
    yield `${index ? ',' : ''}${JSON.stringify(document).slice(0, -1)},"content_base64":"`;
    // Base64 encodes three bytes at a time; what is left of a part goes before the next one.
    let rest = Buffer.alloc(0);
    for await (const part of content) {
      const bytes = Buffer.concat([rest, part]);
      const whole = bytes.length - (bytes.length % 3);
      yield bytes.subarray(0, whole).toString('base64');
      rest = bytes.subarray(whole);
    }
    yield `${rest.toString('base64')}"}`;
  }
  yield ']}';
}
