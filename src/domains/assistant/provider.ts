// One request to a language model, in the protocol that every compatible server speaks.
import type OpenAI from 'openai';
import type { ClientOptions } from 'openai';
import type { Egress } from '../../egress/egress.ts';
import { failureOfError, failureOfStatus } from '../../egress/failures.ts';
import type { RouteFault } from '../models/rules.ts';
import type { OpenRoute } from '../models/use.ts';
import type { Tool } from './tools.ts';

export type Message = OpenAI.ChatCompletionMessageParam;

export interface ToolCall {
  id: string;
  name: string;
  /** JSON, if the model wrote any. */
  arguments: string;
}

export interface Completion {
  text: string;
  toolCalls: ToolCall[];
  usage: { inputTokens: number; outputTokens: number };
}

/** The provider did not answer, or not as the protocol says. Holds a word of ours and nothing of what it said. */
export class ProviderFailed extends Error {
  /** Null where nothing went wrong but its budget ended. */
  readonly fault: RouteFault | null;

  constructor(fault: RouteFault | null) {
    super(`the provider failed: ${fault}`);
    this.fault = fault;
  }
}

const LONGEST_ANSWER = 20_000;
/** Characters of a token, for a provider that does not count. */
const TOKEN = 4;

/** @throws ProviderFailed */
export async function complete(
  egress: Egress,
  route: OpenRoute,
  messages: Message[],
  tools: Tool[],
  signal: AbortSignal,
): Promise<Completion> {
  const request = {
    model: route.model,
    messages,
    temperature: route.temperature,
    max_tokens: route.maxOutputTokens,
    ...(tools.length > 0 && { tools }),
  };
  // Some megabytes and a tenth of a second, which a workspace without a model need not pay.
  const { default: Client } = await import('openai');
  const answer = await new Client(settingsOf(egress, route)).chat.completions
    .create(request, { signal })
    .catch((error: unknown) => {
      throw new ProviderFailed(faultOf(Client, error));
    });
  const completion = read(answer, route.secret);
  if (!completion) throw new ProviderFailed('invalid_answer');
  return { ...completion, usage: usageOf(answer, () => estimate(request, completion)) };
}

/** What a request that failed may have cost. */
export function estimatedInput(messages: Message[]): number {
  return Math.ceil(JSON.stringify(messages).length / TOKEN);
}

function settingsOf(egress: Egress, { baseUrl, secret, timeoutMs }: OpenRoute): ClientOptions {
  return {
    apiKey: secret,
    baseURL: baseUrl,
    fetch: egress.fetch,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    // Without these the package would look into the environment of the process.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
  };
}

function faultOf(Client: typeof OpenAI, error: unknown): RouteFault {
  if (error instanceof Client.APIConnectionTimeoutError || error instanceof Client.APIUserAbortError)
    return 'timeout';
  if (error instanceof Client.APIConnectionError) return failureOfError(error);
  if (error instanceof Client.APIError && error.status) return failureOfStatus(error.status);
  return (error as Error).name === 'SyntaxError' ? 'invalid_answer' : failureOfError(error);
}

/** What the answer says, where it is of the shape that the protocol promises. */
function read(answer: unknown, secret: string): Omit<Completion, 'usage'> | undefined {
  const message = (answer as OpenAI.ChatCompletion | null)?.choices?.[0]?.message;
  if (message === null || typeof message !== 'object') return undefined;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const toolCalls = calls.flatMap((call) =>
    call?.type === 'function' && typeof call.id === 'string' && typeof call.function?.name === 'string'
      ? [{ id: call.id, name: call.function.name, arguments: String(call.function.arguments ?? '') }]
      : [],
  );
  const said = typeof message.content === 'string' ? message.content : '';
  // A server may send back what it was sent; and PostgreSQL stores neither NUL nor half a character.
  const told = said.replaceAll(secret, '[redacted]').replaceAll('\0', '').trim();
  const text = told.slice(0, LONGEST_ANSWER).toWellFormed();
  return text || toolCalls.length > 0 ? { text, toolCalls } : undefined;
}

function usageOf(answer: unknown, otherwise: () => Completion['usage']): Completion['usage'] {
  const { prompt_tokens: input, completion_tokens: output } = (answer as OpenAI.ChatCompletion).usage ?? {};
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : otherwise();
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9;
}

function estimate(request: object, completion: object): Completion['usage'] {
  const tokens = (part: object) => Math.ceil(JSON.stringify(part).length / TOKEN);
  return { inputTokens: tokens(request), outputTokens: tokens(completion) };
}
