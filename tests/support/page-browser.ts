// A real browser for the tests of the pages for people with a link, and a proxy that serves the service under a path.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { describe } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Describes tests that need a browser; skipped where none is installed. */
export const inBrowser = CHROMIUM ? describe : describe.skip;

export class PageBrowser {
  /** Requests of the last page that went to other hosts. */
  outside: string[] = [];
  /** Errors that the last page wrote to its console. */
  complaints: string[] = [];
  readonly #url: string;
  #browser: Browser | undefined;

  /** @param url the address of the service */
  constructor(url: string) {
    this.#url = url;
  }

  /** Starts the browser, where one is installed. */
  static async start(url: string): Promise<PageBrowser> {
    const pages = new PageBrowser(url);
    if (CHROMIUM)
      pages.#browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--no-first-run'],
      });
    return pages;
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
  }

  /** Opens a page as a phone would, in light or dark; `at` is the address of the service. */
  async open(path: string, { dark = false, at = this.#url } = {}): Promise<Page> {
    const [outside, complaints]: [string[], string[]] = [[], []];
    Object.assign(this, { outside, complaints });
    const context = await this.#browser!.newContext({
      viewport: { width: 390, height: 844 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      bypassCSP: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(at)) outside.push(request.url());
    });
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${at}${path}`);
    return page;
  }
}

/** Returns the violations that axe finds. */
export async function violations(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`${AXE}; axe.run().then((run) => run.violations)`)) as {
    id: string;
    nodes: { html: string }[];
  }[];
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}

/** Returns by how many pixels a page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
}

/** Keeps a picture of the page in the folder that SCREENSHOTS names. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
}

/** A proxy that serves the service under /platform and nothing else. */
export async function startPrefixProxy(target: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = /^\/platform(\/.*)$/.exec(request.url!)?.[1];
    if (!path) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, ...headers } = request.headers;
    const reply = await fetch(`${target}${path}`, {
      method: request.method!,
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      ...(chunks.length && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    const { 'content-encoding': ___, 'transfer-encoding': ____, ...kept } = Object.fromEntries(reply.headers);
    response.writeHead(reply.status, { ...kept, 'content-length': String(body.length) }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
