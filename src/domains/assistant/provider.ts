// Sends a request to a language model, in the OpenAI protocol that compatible servers share.
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
  /** The arguments as the model wrote them, normally JSON. */
  arguments: string;
}

export interface Completion {
  text: string;
  toolCalls: ToolCall[];
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * The provider failed, or its answer breaks the protocol. The error holds a fault code, and none of the provider's
 * text.
 */
export class ProviderFailed extends Error {
  /** Null if nothing failed, but the budget of the route is used up. */
  readonly fault: RouteFault | null;

  constructor(fault: RouteFault | null) {
    super(`the provider failed: ${fault}`);
    this.fault = fault;
  }
}

const MAX_ANSWER_LENGTH = 20_000;
/** Assumed characters per token, for providers that report no usage. */
const CHARACTERS_PER_TOKEN = 4;

/** Sends a conversation to the model of a route and returns its completion. @throws ProviderFailed */
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
  // Loaded on demand: the package takes some megabytes and 0.1 s, needless for workspaces without a model.
  const { default: Client } = await import('openai');
  const answer = await new Client(clientOptions(egress, route)).chat.completions
    .create(request, { signal })
    .catch((error: unknown) => {
      throw new ProviderFailed(faultOf(Client, error));
    });
  const completion = parseCompletion(answer, route.secret);
  if (!completion) throw new ProviderFailed('invalid_answer');
  return { ...completion, usage: usageOf(answer, () => estimate(request, completion)) };
}

/** Estimates the input tokens of a request, for one that failed. */
export function estimatedInput(messages: Message[]): number {
  return Math.ceil(JSON.stringify(messages).length / CHARACTERS_PER_TOKEN);
}

function clientOptions(egress: Egress, { baseUrl, secret, timeoutMs }: OpenRoute): ClientOptions {
  return {
    apiKey: secret,
    baseURL: baseUrl,
    fetch: egress.fetch,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    // Without these the package would read the environment of the process.
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

/** Returns the text and tool calls of an answer, or undefined if it breaks the protocol. */
function parseCompletion(answer: unknown, secret: string): Omit<Completion, 'usage'> | undefined {
  const message = (answer as OpenAI.ChatCompletion | null)?.choices?.[0]?.message;
  if (message === null || typeof message !== 'object') return undefined;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const toolCalls = calls.flatMap((call) =>
    call?.type === 'function' && typeof call.id === 'string' && typeof call.function?.name === 'string'
      ? [{ id: call.id, name: call.function.name, arguments: String(call.function.arguments ?? '') }]
      : [],
  );
  const content = typeof message.content === 'string' ? message.content : '';
  // A server may echo the secret, and PostgreSQL stores neither NUL nor a lone surrogate.
  const cleaned = content.replaceAll(secret, '[redacted]').replaceAll('\0', '').trim();
  const text = cleaned.slice(0, MAX_ANSWER_LENGTH).toWellFormed();
  return text || toolCalls.length > 0 ? { text, toolCalls } : undefined;
}

function usageOf(answer: unknown, fallback: () => Completion['usage']): Completion['usage'] {
  const { prompt_tokens: input, completion_tokens: output } = (answer as OpenAI.ChatCompletion).usage ?? {};
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : fallback();
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e9;
}

function estimate(request: object, completion: object): Completion['usage'] {
  const tokens = (part: object) => Math.ceil(JSON.stringify(part).length / CHARACTERS_PER_TOKEN);
  return { inputTokens: tokens(request), outputTokens: tokens(completion) };
}
