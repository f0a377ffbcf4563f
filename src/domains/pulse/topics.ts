// Watched topics: their terms, and what they are about.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { competitorById } from '../competitors/kind.ts';
import { assertCompany } from '../contacts/associations.ts';
import { readText } from '../market-texts.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { TOPIC_LISTING } from './kind.ts';
import { PulseTopic } from './model.ts';

export interface PulseTopicInput {
  name?: string | null;
  terms?: readonly string[] | null;
  companyId?: string | null;
  competitorId?: string | null;
  isMuted?: boolean | null;
  archived?: boolean | null;
}

const topicKind = partKind<PulseTopic>({ model: PulseTopic, title: 'name' });

/** Returns a page of topics in use, or of archived ones. */
export function listPulseTopics(
  ctx: TenantContext,
  { archived, ...args }: ListArguments & { archived?: boolean | null },
  lookahead: Lookahead,
): Promise<PageOf<PulseTopic>> {
  return listPage<PulseTopic>(
    ctx,
    TOPIC_LISTING,
    { ...args, sort: ['-updated_at'] },
    lookahead,
    (query) => void query.whereRaw(`pulse_topics.archived_at is ${archived ? 'not ' : ''}null`),
  );
}

/** Watches a topic. @throws VALIDATION_ERROR, CONFLICT value_taken */
export async function createPulseTopic(ctx: TenantContext, input: PulseTopicInput): Promise<PulseTopic> {
  const name = readName(input.name);
  return insertRecord(ctx, topicKind, { id: uuid(), ...(await readFields(ctx, input)), name });
}

/** Changes a topic. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT value_taken */
export async function updatePulseTopic(
  ctx: TenantContext,
  id: string,
  input: PulseTopicInput,
  expectedVersion?: number | null,
): Promise<PulseTopic> {
  const before = await lockRecord(ctx, topicKind, id, { expectedVersion });
  return changeRecord(ctx, topicKind, before, {
    ...(await readFields(ctx, input, before)),
    ...(input.name !== undefined && { name: readName(input.name) }),
  });
}

async function readFields(
  ctx: TenantContext,
  { terms, companyId, competitorId, isMuted, archived }: PulseTopicInput,
  before?: PulseTopic,
): Promise<Record<string, unknown>> {
  if (companyId && companyId !== before?.companyId) await assertCompany(ctx, companyId);
  if (competitorId && competitorId !== before?.competitorId && !(await competitorById(ctx, competitorId)))
    throw invalid('competitor_id', 'exists', 'There is no such competitor.');
  const isArchived = Boolean(before?.archivedAt);
  return {
    ...(terms !== undefined && { terms: readTerms(terms ?? []) }),
    ...(companyId !== undefined && { companyId }),
    ...(competitorId !== undefined && { competitorId }),
    ...(isMuted !== undefined && { isMuted: isMuted ?? false }),
    ...(archived != null && archived !== isArchived && { archivedAt: archived ? ctx.now : null }),
  };
}

function readName(name: string | null | undefined): string {
  return readText(name) ?? failName();
}

function failName(): never {
  throw invalid('name', 'required', 'Give the topic a name.');
}

/** Returns terms without blank and repeated ones, ignoring case. */
function readTerms(terms: readonly string[]): string[] {
  const texts = terms.map((term) => term.trim().replace(/\s+/gu, ' ')).filter(Boolean);
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
}
