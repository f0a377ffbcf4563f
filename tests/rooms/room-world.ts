// Rooms for tests: a published room with items and a link, and visitors who enter it.
import { expect } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract test checks the shape of responses
export type Data = any;

export class RoomWorld {
  readonly service: TestService;
  readonly mails: MailServer;
  readonly inspector: Inspector;
  readonly #worker: Worker;

  private constructor(service: TestService, mails: MailServer, inspector: Inspector, worker: Worker) {
    this.service = service;
    this.mails = mails;
    this.inspector = inspector;
    this.#worker = worker;
  }

  static async start(settings: Record<string, string> = {}): Promise<RoomWorld> {
    const mails = await startMailServer();
    const service = await startService({ SMTP_URL: mails.url, ...settings });
    const inspector = await Inspector.open(service.databaseUrl);
    const { services, app } = service.server;
    return new RoomWorld(
      service,
      mails,
      inspector,
      await startWorker(services, service.databaseUrl, app.log),
    );
  }

  async stop(): Promise<void> {
    await this.#worker.stop();
    await this.inspector.close();
    await this.service.stop();
    await this.mails.stop();
  }

  /** Calls as the owner and returns the data. @throws Error when the call is refused */
  async ok(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Data> {
    const reply = await this.service.rest(method, path, body, ask);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body.data;
  }

  /** Calls as the owner and returns status and code of a refusal, with its details or fields. */
  async refused(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<unknown[]> {
    const { status, body: answer } = await this.service.rest(method, path, body, ask);
    const { code, details, fields } = answer.error ?? {};
    return [status, code, fields?.[0]?.rule ?? details];
  }

  /** Creates a room; published unless it is said otherwise. */
  async room(input: object = {}, publish = true): Promise<Data> {
    const room = await this.ok('POST', '/api/rooms', { title: 'Pilot', ...input });
    return publish ? this.ok('POST', `/api/rooms/${room.id}/publish`, {}) : room;
  }

  link(roomId: string, input: object = {}): Promise<Data> {
    return this.ok('POST', `/api/rooms/${roomId}/links`, input);
  }

  item(roomId: string, input: object): Promise<Data> {
    return this.ok('POST', `/api/rooms/${roomId}/items`, input);
  }

  /** Uploads a file as multipart. */
  async upload(roomId: string, name: string, content: Buffer | string): Promise<Data> {
    const form = new FormData();
    form.append('file', new Blob([content as never]), name);
    const { token, tenantId } = this.service.acme.people.owner;
    const reply = await fetch(`${this.service.url}/api/rooms/${roomId}/items/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
      body: form,
    });
    const body = (await reply.json()) as Data;
    if (reply.status !== 201) throw new Error(JSON.stringify(body));
    return body.data;
  }

  /** Calls a public route, without credentials. */
  visit(method: string, token: string, path = '', body?: unknown, session?: string): Promise<Reply> {
    return this.service.rest(method, `/api/rooms/public/${token}${path}`, body, {
      as: null,
      headers: session ? { 'x-room-session': session } : {},
    });
  }

  access(token: string, body: object = {}): Promise<Reply> {
    return this.visit('POST', token, '/access', body);
  }

  /** Enters a room. @returns the session */
  async enter(token: string, body: object = {}): Promise<string> {
    const reply = await this.access(token, body);
    expect(reply.status).toBe(200);
    return reply.body.data.session;
  }

  /** Asks for a code and returns it from the mail. */
  async code(token: string, email: string, more: object = {}): Promise<string> {
    const reply = await this.access(token, { email, ...more });
    expect([reply.status, reply.body.data]).toEqual([202, { code_sent: true }]);
    const mail = await this.mails.next(email);
    return /\b(\d{6})\b/.exec(mail.text)![1]!;
  }
}
