// How the assistant proposes changes: it puts them into the approval queue on behalf of its user (service.md 4.2).
import { refusal } from '../../access/check.ts';
import { isProduct } from '../../access/roles.ts';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { canBeQueued } from '../../operations/approval.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { dryRun } from '../../operations/derive-context.ts';
import { standalone } from '../../operations/json-schema.ts';
import type { WireObject } from '../../operations/wire.ts';
import { createProposal } from '../proposals/service.ts';
import type { QueuedProposal } from './model.ts';
import type { Citation } from './rules.ts';
import type { Sources } from './sources.ts';
import { quotedAsData, type Tool } from './tools.ts';

const MAX_DRAFTS = 5;
const MAX_TITLE_LENGTH = 200;

/** A change that is proposed together with the answer. */
export interface Draft {
  operation: string;
  arguments: WireObject;
  title: string;
}

/**
 * The changes that a model drafts during an exchange. Each is validated at once by a dry run, and queued only with
 * the answer.
 */
export class Drafts {
  readonly drafted: Draft[] = [];
  readonly tools: Tool[];
  readonly #ctx: TenantContext;
  readonly #sources: Sources;
  readonly #operations: Map<string, PersistedOperation>;

  constructor(ctx: TenantContext, sources: Sources) {
    this.#ctx = ctx;
    this.#sources = sources;
    const { operations, unrouted } = ctx.services.catalogue;
    const usable = [...operations, ...unrouted].filter(
      (operation) =>
        canBeQueued(operation) &&
        isProduct(operation.access.module) &&
        !refusal(operation.access, ctx.principal),
    );
    this.#operations = new Map(usable.map((operation) => [operation.tool, operation]));
    this.tools = this.#operations.size > 0 ? toolsFor([...this.#operations.keys()].sort()) : [];
  }

  /** Answers a call of one of these tools; undefined for any other tool. */
  async callTool(name: string, input: Record<string, unknown>): Promise<string | undefined> {
    if (!this.tools.some((tool) => tool.function.name === name)) return undefined;
    const operation = this.#operations.get(String(input.operation));
    if (!operation) return JSON.stringify({ error: 'There is no such operation.' });
    if (name === 'describe_change') {
      const { definitions } = this.#ctx.services.catalogue;
      const { description, inputSchema } = operation;
      return quotedAsData(name, { description, arguments: standalone(inputSchema, definitions) });
    }
    return this.#propose(operation, input);
  }

  async #propose(operation: PersistedOperation, input: Record<string, unknown>): Promise<string> {
    if (this.drafted.length >= MAX_DRAFTS)
      return JSON.stringify({ error: 'The limit of proposals in one answer is reached.' });
    const args = isObject(input.arguments) ? input.arguments : {};
    const title =
      String(input.title ?? '')
        .trim()
        .slice(0, MAX_TITLE_LENGTH)
        .toWellFormed() || operation.summary;
    const draft = { operation: operation.name, arguments: args, title };
    try {
      await dryRun(this.#ctx, (trial) => createProposal(trial, draft));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { code, message, fields } = error.body(this.#ctx.requestId);
      return JSON.stringify({ error: { code, message, fields } });
    }
    this.drafted.push(draft);
    const values = new Map([['title', title]]);
    const cite = this.#sources.add({
      type: PROPOSAL,
      id: draftId(this.drafted.length - 1),
      label: title,
      path: '',
      values,
    });
    return quotedAsData('propose_change', { cite, queued_for_approval: true, executed: false, title });
  }
}

/** Queues the drafts, with the records that the answer cites as evidence. */
export async function queueDrafts(
  ctx: TenantContext,
  drafts: readonly Draft[],
  draftCitations: readonly Citation[],
): Promise<{ proposals: QueuedProposal[]; citations: Citation[] }> {
  const evidence = draftCitations
    .filter(({ type }) => type !== PROPOSAL)
    .slice(0, 10)
    .map(({ type, id, label }) => ({ type, id, label }));
  const proposals: QueuedProposal[] = [];
  for (const draft of drafts) {
    const { proposalId } = await createProposal(ctx, { ...draft, rationale: RATIONALE, evidence });
    proposals.push({ proposalId, operation: draft.operation, title: draft.title });
  }
  const ids = new Map(proposals.map(({ proposalId }, index) => [draftId(index), proposalId]));
  const citations = draftCitations.map((citation) => {
    const id = ids.get(citation.id);
    return id ? { ...citation, id, path: `/api/agent/actions/proposals/${id}` } : citation;
  });
  return { proposals, citations };
}

const PROPOSAL = 'proposal';
const RATIONALE = 'Requested in a conversation with the assistant.';
const draftId = (index: number): string => `draft ${index}`;

function toolsFor(operations: string[]): Tool[] {
  const operation = { type: 'string', enum: operations };
  return [
    {
      type: 'function',
      function: {
        name: 'describe_change',
        description: 'Describes an operation that changes records, and its arguments.',
        parameters: { type: 'object', properties: { operation }, required: ['operation'] },
      },
    },
    {
      type: 'function',
      function: {
        name: 'propose_change',
        description:
          'Puts a change into the approval queue. It changes nothing itself; a person approves or rejects it.',
        parameters: {
          type: 'object',
          properties: {
            operation,
            arguments: { type: 'object' },
            title: { type: 'string', description: 'The purpose of the change, in one line.' },
          },
          required: ['operation', 'arguments', 'title'],
        },
      },
    },
  ];
}

function isObject(value: unknown): value is WireObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
