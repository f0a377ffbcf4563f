// The setup of the assistant tests: a service that may call this machine, a model server, and a route to it.

import { type ModelServer, startModelServer } from '../support/model-server.ts';
import type { Ask, Reply, TestService } from '../support/service.ts';
import { startServiceWithPayments } from '../support/stripe-server.ts';

export const SECRET = 'sk-good-0123456789abcdef';

export interface World {
  service: TestService;
  model: ModelServer;
  /** The log lines of the service. */
  lines: string[];
  keyId: string;
  /** Sets the model route of a purpose. */
  route(values?: object, purpose?: string): Promise<void>;
  ask(message: string, body?: object, ask?: Ask): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const model = await startModelServer();
  const lines: string[] = [];
  const service = await startServiceWithPayments(
    { WEBHOOK_ALLOW_LOOPBACK: '1' },
    { write: (line) => lines.push(line) },
  );
  const key = await service.rest('POST', '/api/settings/api-keys', {
    label: 'The model',
    provider: 'openai_compatible',
    base_url: model.url,
    secret: SECRET,
  });
  if (key.status !== 201) throw new Error(key.text);
  const keyId = key.body.data.id;
  return {
    service,
    model,
    lines,
    keyId,
    async route(values = {}, purpose = 'assistant_chat') {
      const body = { provider_key_id: keyId, model: 'fake-large', ...values };
      const reply = await service.rest('PUT', `/api/settings/models/${purpose}`, body);
      if (reply.status !== 200) throw new Error(reply.text);
    },
    ask: (message, body = {}, ask = {}) =>
      service.rest('POST', '/api/assistant/chat', { message, ...body }, ask),
    async stop() {
      await service.stop();
      await model.close();
    },
  };
}
