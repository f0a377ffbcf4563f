// A real HTTP server with the protocol of language models, whose answers are scripted by the tests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the model receives it. */
export interface ModelRequest {
  model: string;
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
  max_tokens?: number;
  temperature?: number;
}

/** Writes the response to one request. */
export type Turn = (request: ModelRequest, response: ServerResponse, at: number) => void;

export interface ModelServer {
  /** The base_url for a provider key. */
  url: string;
  /** The requests so far with their Authorization headers. */
  requests: (ModelRequest & { authorization: string | undefined })[];
  /** Sets the responses to the next requests; the last one repeats. */
  script(...turns: Turn[]): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelServer['requests'] = [];
  let turns: Turn[] = [say('Hello.')];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/models') {
      const good = request.headers.authorization === 'Bearer sk-good-0123456789abcdef';
      return json(response, good ? 200 : 401, good ? { data: [] } : { error: { message: 'SECRET WORDS' } });
    }
    const body = JSON.parse(Buffer.concat(parts).toString()) as ModelRequest;
    requests.push({ ...body, authorization: request.headers.authorization });
    const turn = turns.length > 1 ? turns.shift()! : turns[0]!;
    turn(body, response, requests.length);
  };
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script(...next) {
      turns = next;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns a turn that answers with a text, or with a text made from the request. */
export function say(text: string | ((request: ModelRequest) => string), usage: object | null = USAGE): Turn {
  return (request, response) => {
    const content = typeof text === 'string' ? text : text(request);
    json(response, 200, completion({ role: 'assistant', content }, usage));
  };
}

/** Returns a turn that calls tools. */
export function call(...calls: [name: string, input: object | string][]): Turn {
  return (_request, response) => {
    const tool_calls = calls.map(([name, input], index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    }));
    json(response, 200, completion({ role: 'assistant', content: null, tool_calls }, USAGE));
  };
}

/** Returns the results of the tools so far, latest first. */
export function toolResults({ messages }: ModelRequest): string {
  return messages
    .filter(({ role }) => role === 'tool')
    .reverse()
    .map(({ content }) => content)
    .join('\n');
}

/** Returns the citation number of the record that a tool result shows before this text. */
export function numberOf(request: ModelRequest, text: string): number {
  const at = toolResults(request).indexOf(text);
  const before = toolResults(request).slice(0, at);
  const [, number] = [...before.matchAll(/"cite":(\d+)/g)].at(-1) ?? [];
  if (at < 0 || !number) throw new Error(`no tool result contains ${text}`);
  return Number(number);
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function completion(message: object, usage: object | null) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, finish_reason: 'stop', message }],
    ...(usage && { usage }),
  };
}
