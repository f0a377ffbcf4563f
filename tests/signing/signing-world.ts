// Envelopes for tests: PDFs, drafts, the links from mails, and what recipients do.
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { Ask, Identity, Reply, TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { WorkingService } from '../support/working-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract test checks the shape of responses
export type Data = any;

let serial = 0;

/** Returns a new mail address. */
export function address(name: string): string {
  serial += 1;
  return `${name}${serial}@buyer.example`;
}

/** Makes a PDF with a line of text on each page. */
export async function pdf(pages = 1, change?: (document: PDFDocument) => void): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1)
    document.addPage([595, 842]).drawText(`Agreement, page ${page}`, { x: 60, y: 760, size: 20, font });
  change?.(document);
  return Buffer.from(await document.save());
}

export class SigningWorld {
  readonly service: TestService;
  readonly mails: MailServer;
  readonly inspector: Inspector;
  readonly #working: WorkingService;
  #seconds = 0;
  #owner: Identity | undefined;

  private constructor(working: WorkingService, mails: MailServer, inspector: Inspector) {
    this.service = working.service;
    this.mails = mails;
    this.inspector = inspector;
    this.#working = working;
  }

  static async start(settings: Record<string, string> = {}): Promise<SigningWorld> {
    const mails = await startMailServer();
    const working = await WorkingService.start({ SMTP_URL: mails.url, ...settings });
    const inspector = await Inspector.open(working.service.databaseUrl);
    return new SigningWorld(working, mails, inspector);
  }

  async stop(): Promise<void> {
    await this.inspector.close();
    await this.#working.stop();
    await this.mails.stop();
  }

  startWorker(): Promise<void> {
    return this.#working.startWorker();
  }

  stopWorker(): Promise<void> {
    return this.#working.stopWorker();
  }

  /** Calls as the owner. */
  send(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Reply> {
    return this.service.rest(method, path, body, { ...(this.#owner && { as: this.#owner }), ...ask });
  }

  /** Puts the clock forward; the owner signs in again. */
  async pass(seconds: number): Promise<void> {
    this.#seconds += seconds;
    this.service.advance(this.#seconds);
    this.#owner = await this.service.session(this.service.acme, 'owner');
  }

  /** Calls as the owner and returns the data. @throws Error when the call is refused */
  async ok(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Data> {
    const reply = await this.send(method, path, body, ask);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data;
  }

  /** Calls as the owner and returns status and code of a refusal, with its rule or details. */
  async refused(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<unknown[]> {
    return refusal(await this.send(method, path, body, ask));
  }

  draft(input: object = {}): Promise<Data> {
    return this.ok('POST', '/api/signing', { title: 'Master agreement', ...input });
  }

  async addPdf(id: string, bytes?: Buffer, name = 'agreement.pdf'): Promise<Data> {
    const content = (bytes ?? (await pdf())).toString('base64');
    return this.ok('POST', `/api/signing/${id}/documents`, { file: { name, content_base64: content } });
  }

  recipients(id: string, recipients: object[]): Promise<Data> {
    return this.ok('PUT', `/api/signing/${id}/recipients`, { recipients });
  }

  fields(id: string, fields: object[]): Promise<Data> {
    return this.ok('PUT', `/api/signing/${id}/fields`, { fields });
  }

  /** Makes a draft with one document, the recipients, and a signature field for each signer. */
  async ready(recipients: object[], input: object = {}): Promise<Data> {
    const { id } = await this.draft(input);
    const document = await this.addPdf(id);
    const envelope = await this.recipients(id, recipients);
    return this.fields(
      id,
      envelope.recipients
        .filter(({ role }: Data) => role === 'signer')
        .map((one: Data, index: number) => place(one.id, document.id, { y: 0.3 + index * 0.1 })),
    );
  }

  /** Makes and sends an envelope. */
  async sent(recipients: object[], input: object = {}): Promise<Data> {
    const { id } = await this.ready(recipients, input);
    return this.ok('POST', `/api/signing/${id}/send`, {});
  }

  get(id: string): Promise<Data> {
    return this.ok('GET', `/api/signing/${id}`);
  }

  /** Waits for the next mail with a link to an address. @returns the token */
  async token(email: string): Promise<string> {
    const { text } = await this.mails.next(email);
    const found = /\/sign#token=([\w-]{43})/.exec(text);
    if (!found) throw new Error(`no link in the mail: ${text}`);
    return found[1]!;
  }

  /** Calls a public route, without credentials. */
  visit(method: string, token: string, path = '', body?: unknown, session?: string): Promise<Reply> {
    return this.service.rest(method, `/api/signing/public/${token}${path}`, body, {
      as: null,
      ...(session && { headers: { 'x-signing-session': session } }),
    });
  }

  async view(token: string, session?: string): Promise<Data> {
    const reply = await this.visit('GET', token, '', undefined, session);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.data;
  }

  /** Signs with a typed name in every signature field. */
  async sign(token: string, more: Data = {}, session?: string): Promise<Reply> {
    const view = await this.view(token, session);
    const typed = view.fields
      .filter(({ type }: Data) => type === 'signature')
      .map(({ id }: Data) => [id, { type: 'typed', text: view.recipient.name }]);
    const body = {
      consent: { accepted: true, version: view.consent.version },
      document_digest: view.document_digest,
      ...more,
      fields: { ...Object.fromEntries(typed), ...more.fields },
    };
    return this.visit('POST', token, '/sign', body, session);
  }

  /** Waits until an envelope is completed. */
  completed(id: string): Promise<Data> {
    return until(async () => {
      const envelope = await this.get(id);
      return envelope.status === 'completed' ? envelope : undefined;
    });
  }

  async evidence(id: string, ask: Ask = {}): Promise<Data> {
    return this.ok('GET', `/api/signing/${id}/evidence`, undefined, ask);
  }

  /** Returns the types of the evidence, in order. */
  async types(id: string): Promise<string[]> {
    return (await this.evidence(id)).events.map(({ type }: Data) => type);
  }
}

/** Returns status, code, and the rule or details of a refusal. */
export function refusal({ status, body }: Reply): unknown[] {
  const { code, details, fields } = body.error ?? {};
  return [status, code, fields?.[0]?.rule ?? details];
}

/** Returns a signature field. */
export function place(recipientId: string, documentId: string, more: object = {}): object {
  return {
    recipient_id: recipientId,
    document_id: documentId,
    type: 'signature',
    page: 1,
    x: 0.1,
    y: 0.5,
    width: 0.3,
    height: 0.06,
    ...more,
  };
}

/** Returns a signer. */
export function signer(name: string, email: string, more: object = {}): object {
  return { role: 'signer', name, email, ...more };
}
