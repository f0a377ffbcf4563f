// The exchange with a model: it asks for reads, gets them, and answers; bounded in rounds, reads, tokens and time.
import { governedIn, mayReadAll, restrictToClasses } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import type { Origin } from '../../operations/call.ts';
import type { DataClass } from '../models/rules.ts';
import { exhaustsBudget, type OpenRoute, type RouteUse } from '../models/use.ts';
import type { AssistantMessage } from './model.ts';
import { messagesOf, unknownTool } from './prompt.ts';
import { type Draft, Drafts } from './proposals.ts';
import { complete, estimatedInput, type Message, ProviderFailed, type ToolCall } from './provider.ts';
import { type Citation, enforceSources } from './rules.ts';
import { Sources } from './sources.ts';
import { availableTools, runRead } from './tools.ts';

const MAX_ROUNDS = 6;
const MAX_READS = 16;

/** A question with everything that is prepared before a model sees it. */
export interface Question {
  text: string;
  history: readonly AssistantMessage[];
  /** The record that the user is looking at. */
  context?: { operation: string; id: string };
  /** The data classes that the settings of the workspace permit any model to see. */
  dataClasses: readonly DataClass[];
  /** Whether the model may put changes into the approval queue. */
  mayPropose: boolean;
}

export interface ModelAnswer {
  text: string;
  citations: Citation[];
  model: string;
  usage: { inputTokens: number; outputTokens: number };
  governedFields: string[];
  drafts: readonly Draft[];
}

/** Asks the routes in their order. @returns the first usable answer, if any, and the usage of each route */
export async function askModels(
  ctx: TenantContext,
  routes: readonly OpenRoute[],
  question: Question,
  deadline: AbortSignal,
): Promise<{ answer?: ModelAnswer; uses: RouteUse[] }> {
  const uses: RouteUse[] = [];
  for (const route of routes) {
    if (deadline.aborted) break;
    const exchange = new Exchange(ctx, route, question, deadline);
    try {
      const answer = await exchange.run();
      uses.push({ ...exchange.use, fault: null });
      return { answer, uses };
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      uses.push({ ...exchange.use, fault: error.fault });
      ctx.log.warn(
        { purpose: route.purpose, fault: error.fault, request_id: ctx.requestId },
        'a model did not answer',
      );
    }
  }
  return { uses };
}

/** An exchange of messages with one model. */
class Exchange {
  readonly use: Omit<RouteUse, 'fault'>;
  readonly #ctx: TenantContext;
  readonly #route: OpenRoute;
  readonly #question: Question;
  readonly #deadline: AbortSignal;
  readonly #origin: Origin;
  readonly #sources: Sources;
  readonly #drafts: Drafts | undefined;
  readonly #governed = new Set<string>();
  #reads = 0;

  constructor(ctx: TenantContext, route: OpenRoute, question: Question, deadline: AbortSignal) {
    this.#ctx = ctx;
    this.#route = route;
    this.#question = question;
    this.#deadline = deadline;
    this.#origin = originOf(ctx, classesOf(route, question));
    this.#sources = new Sources(ctx.services.catalogue);
    if (question.mayPropose) this.#drafts = new Drafts(ctx, this.#sources);
    this.use = { purpose: route.purpose, requests: 0, inputTokens: 0, outputTokens: 0 };
  }

  /** Exchanges messages until the model answers. @throws ProviderFailed */
  async run(): Promise<ModelAnswer> {
    const tools = availableTools(this.#ctx.services, this.#origin);
    const messages = await this.#openingMessages();
    for (let round = 1; ; round += 1) {
      const isLast = round > MAX_ROUNDS || this.#reads >= MAX_READS;
      const offered = isLast
        ? []
        : [...(this.#drafts?.tools ?? []), ...[...tools.values()].map(({ tool }) => tool)];
      const { text, toolCalls } = await this.#complete(messages, offered);
      if (toolCalls.length === 0 || isLast) return this.#answer(text);
      messages.push({ role: 'assistant', content: text, tool_calls: toolCalls.map(toMessageToolCall) });
      for (const call of toolCalls) {
        const content = await this.#callTool(call, tools.get(call.name)?.operation.name);
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  }

  async #openingMessages(): Promise<Message[]> {
    const { text, history, context } = this.#question;
    // Earlier answers may quote fields that this model must not see.
    const visibleHistory = history.filter(({ governedFields }) => this.#maySee(governedFields));
    const viewedRecord = context && (await this.#read(context.operation, JSON.stringify({ id: context.id })));
    return messagesOf({ now: this.#ctx.now, history: visibleHistory, viewedRecord, question: text });
  }

  #maySee(governedFields: readonly string[]): boolean {
    return mayReadAll(this.#ctx.services, governedFields, this.#origin.principal);
  }

  async #complete(messages: Message[], tools: Parameters<typeof complete>[3]) {
    if (exhaustsBudget(this.#route, this.use)) throw new ProviderFailed(null);
    const signal = AbortSignal.any([this.#deadline, AbortSignal.timeout(this.#route.timeoutMs)]);
    this.use.requests += 1;
    try {
      const { usage, ...completion } = await complete(
        this.#ctx.services.egress,
        this.#route,
        messages,
        tools,
        signal,
      );
      this.use.inputTokens += usage.inputTokens;
      this.use.outputTokens += usage.outputTokens;
      return completion;
    } catch (error) {
      this.use.inputTokens += estimatedInput(messages);
      throw error;
    }
  }

  async #callTool({ name, arguments: args }: ToolCall, readOperation: string | undefined): Promise<string> {
    if (readOperation) return this.#read(readOperation, args);
    return (await this.#drafts?.callTool(name, parseArguments(args))) ?? unknownTool(name);
  }

  async #read(name: string, args: string): Promise<string> {
    if (this.#deadline.aborted) throw new ProviderFailed('timeout');
    const { services } = this.#ctx;
    this.#reads += 1;
    if (this.#reads > MAX_READS)
      return JSON.stringify({ error: 'The limit of reads is reached; answer now.' });
    const operation = services.catalogue.byName.get(name)!;
    const result = runRead(services, this.#origin, this.#sources, operation, parseArguments(args));
    const { content, answer } = await Promise.race([result, rejectAt(this.#deadline)]);
    const { customFields } = this.#origin.principal;
    for (const field of governedIn(services.governed, answer, customFields)) this.#governed.add(field);
    return content;
  }

  #answer(text: string): ModelAnswer {
    const { inputTokens, outputTokens } = this.use;
    return {
      ...enforceSources(text, this.#sources.byNumber),
      model: this.#route.model,
      usage: { inputTokens, outputTokens },
      governedFields: [...this.#governed].sort(),
      drafts: this.#drafts?.drafted ?? [],
    };
  }
}

function rejectAt(deadline: AbortSignal): Promise<never> {
  return new Promise((_, end) => {
    deadline.addEventListener('abort', () => end(new ProviderFailed('timeout')), { once: true });
  });
}

/** Returns the origin of the model's reads: the user, without the data classes that the model must not see. */
function originOf(ctx: TenantContext, classes: ReadonlySet<DataClass>): Origin {
  const { surface, requestId, log, ip, userAgent, services } = ctx;
  const principal = restrictToClasses(ctx.principal, services.governed, classes);
  return { surface, requestId, log, principal, ...(ip && { ip }), ...(userAgent && { userAgent }) };
}

function classesOf(route: OpenRoute, { dataClasses }: Question): ReadonlySet<DataClass> {
  return new Set(route.dataClasses.filter((dataClass) => dataClasses.includes(dataClass)));
}

function toMessageToolCall({ id, name, arguments: args }: ToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: args } };
}

/**
 * Parses the arguments that the model wrote. Anything but an object becomes {}, and input validation reports what is
 * missing.
 */
function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
