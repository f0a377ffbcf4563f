// A service in a process of its own that takes uploads, so that its memory can be watched.
import { randomBytes } from 'node:crypto';
import { growthDuring } from '../support/memory.ts';
import { endProcesses, freePort, newFolder, type Process, startAsNpmDoes } from '../support/process.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

interface Answer {
  status: number;
  body: Reply['body'];
}

export class UploadProcess {
  readonly #service: TestService;
  readonly #process: Process;
  readonly #url: string;

  private constructor(service: TestService, process: Process, url: string) {
    this.#service = service;
    this.#process = process;
    this.#url = url;
  }

  static async start(): Promise<UploadProcess> {
    // Both processes accept the same tokens only if they have the same address.
    const shared = { SECRET_KEY: randomBytes(32).toString('hex'), PUBLIC_URL: 'https://api.example.com' };
    const service = await startService(shared);
    const port = String(await freePort());
    const settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: newFolder(), DEMO: '0' };
    const process = await startAsNpmDoes({ ...settings, PORT: port });
    return new UploadProcess(service, process, `http://127.0.0.1:${port}/api/import`);
  }

  async stop(): Promise<void> {
    await endProcesses();
    await this.#service.stop();
  }

  async send(content: Buffer, name: string): Promise<Answer> {
    const { token, tenantId } = this.#service.acme.people.owner;
    const form = new FormData();
    form.append('target', 'companies');
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
    const reply = await fetch(this.#url, { method: 'POST', headers, body: form });
    return { status: reply.status, body: await reply.json() };
  }

  /** Sends a file. @returns also by how many bytes the memory of the process grew meanwhile */
  watch(content: Buffer, name: string): Promise<{ result: Answer; growth: number }> {
    return growthDuring(this.#process, () => this.send(content, name));
  }
}
