// The exchange with a model: it asks for reads, gets them, and answers; bounded in rounds, reads, tokens and time.
import { governedIn, mayReadAll, restrictToClasses } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import type { Origin } from '../../operations/call.ts';
import type { DataClass } from '../models/rules.ts';
import { isUsedUp, type OpenRoute, type RouteUse } from '../models/use.ts';
import type { AssistantMessage } from './model.ts';
import { messagesOf, noSuchTool } from './prompt.ts';
import { type Draft, Drafts } from './proposals.ts';
import { complete, estimatedInput, type Message, ProviderFailed, type ToolCall } from './provider.ts';
import { type Citation, heldToSources } from './rules.ts';
import { Sources } from './sources.ts';
import { readFor, toolsOf } from './tools.ts';

const ROUNDS = 6;
const READS = 16;

/** A question, with all that is known before a model sees it. */
export interface Question {
  text: string;
  history: readonly AssistantMessage[];
  /** The record that the person is looking at. */
  context?: { operation: string; id: string };
  /** What the settings of the workspace let any model see. */
  dataClasses: readonly DataClass[];
  /** Whether changes may be put into the approval queue. */
  mayPropose: boolean;
}

export interface Answered {
  text: string;
  citations: Citation[];
  model: string;
  usage: { inputTokens: number; outputTokens: number };
  governedFields: string[];
  drafts: readonly Draft[];
}

/** Asks the routes in their order. @returns the first good answer, or none, and what each route took */
export async function ask(
  ctx: TenantContext,
  routes: readonly OpenRoute[],
  question: Question,
  deadline: AbortSignal,
): Promise<{ answered?: Answered; uses: RouteUse[] }> {
  const uses: RouteUse[] = [];
  for (const route of routes) {
    if (deadline.aborted) break;
    const talk = new Talk(ctx, route, question, deadline);
    try {
      const answered = await talk.run();
      uses.push({ ...talk.use, fault: null });
      return { answered, uses };
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      uses.push({ ...talk.use, fault: error.fault });
      ctx.log.warn(
        { purpose: route.purpose, fault: error.fault, request_id: ctx.requestId },
        'a model did not answer',
      );
    }
  }
  return { uses };
}

/** The exchange with one model. */
class Talk {
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

  /** @throws ProviderFailed */
  async run(): Promise<Answered> {
    const tools = toolsOf(this.#ctx.services, this.#origin);
    const messages = await this.#opening();
    for (let round = 1; ; round += 1) {
      const isLast = round > ROUNDS || this.#reads >= READS;
      const offered = isLast
        ? []
        : [...(this.#drafts?.tools ?? []), ...[...tools.values()].map(({ tool }) => tool)];
      const { text, toolCalls } = await this.#complete(messages, offered);
      if (toolCalls.length === 0 || isLast) return this.#answer(text);
      messages.push({ role: 'assistant', content: text, tool_calls: toolCalls.map(asSent) });
      for (const call of toolCalls) {
        const content = await this.#serve(call, tools.get(call.name)?.operation.name);
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  }

  async #opening(): Promise<Message[]> {
    const { text, history, context } = this.#question;
    // What an earlier answer was given to read, this model may not be.
    const told = history.filter(({ governedFields }) => this.#mayBeShown(governedFields));
    const about = context && (await this.#read(context.operation, JSON.stringify({ id: context.id })));
    return messagesOf({ now: this.#ctx.now, history: told, about, question: text });
  }

  #mayBeShown(governedFields: readonly string[]): boolean {
    return mayReadAll(this.#ctx.services, governedFields, this.#origin.principal);
  }

  async #complete(messages: Message[], tools: Parameters<typeof complete>[3]) {
    if (isUsedUp(this.#route, this.use)) throw new ProviderFailed(null);
    const signal = AbortSignal.any([this.#deadline, AbortSignal.timeout(this.#route.timeoutMs)]);
    this.use.requests += 1;
    try {
      const { usage, ...said } = await complete(
        this.#ctx.services.egress,
        this.#route,
        messages,
        tools,
        signal,
      );
      this.use.inputTokens += usage.inputTokens;
      this.use.outputTokens += usage.outputTokens;
      return said;
    } catch (error) {
      this.use.inputTokens += estimatedInput(messages);
      throw error;
    }
  }

  async #serve({ name, arguments: given }: ToolCall, read: string | undefined): Promise<string> {
    if (read) return this.#read(read, given);
    return (await this.#drafts?.serve(name, objectIn(given))) ?? noSuchTool(name);
  }

  async #read(name: string, given: string): Promise<string> {
    if (this.#deadline.aborted) throw new ProviderFailed('timeout');
    const { services } = this.#ctx;
    this.#reads += 1;
    if (this.#reads > READS) return JSON.stringify({ error: 'Enough was read; answer now.' });
    const operation = services.catalogue.byName.get(name)!;
    const reading = readFor(services, this.#origin, this.#sources, operation, objectIn(given));
    const { shown, answer } = await Promise.race([reading, endOf(this.#deadline)]);
    const { customFields } = this.#origin.principal;
    for (const field of governedIn(services.governed, answer, customFields)) this.#governed.add(field);
    return shown;
  }

  #answer(text: string): Answered {
    const { inputTokens, outputTokens } = this.use;
    return {
      ...heldToSources(text, this.#sources.read),
      model: this.#route.model,
      usage: { inputTokens, outputTokens },
      governedFields: [...this.#governed].sort(),
      drafts: this.#drafts?.made ?? [],
    };
  }
}

function endOf(deadline: AbortSignal): Promise<never> {
  return new Promise((_, end) => {
    deadline.addEventListener('abort', () => end(new ProviderFailed('timeout')), { once: true });
  });
}

/** Who reads: the user, without the classes that the model must not be shown. */
function originOf(ctx: TenantContext, classes: ReadonlySet<DataClass>): Origin {
  const { surface, requestId, log, ip, userAgent, services } = ctx;
  const principal = restrictToClasses(ctx.principal, services.governed, classes);
  return { surface, requestId, log, principal, ...(ip && { ip }), ...(userAgent && { userAgent }) };
}

function classesOf(route: OpenRoute, { dataClasses }: Question): ReadonlySet<DataClass> {
  return new Set(route.dataClasses.filter((one) => dataClasses.includes(one)));
}

function asSent({ id, name, arguments: given }: ToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: given } };
}

/** What the model wrote as arguments; what is no object is none, and the check of the input says what is missing. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
