// Operations on signals: capture, triage, links to other records, and deletion (crm.md section 10).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import type { Link } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { readText } from '../market-texts.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { LINKS, type LinkEntity, pulseItemKind } from './kind.ts';
import { PulseItem, PulseTopic } from './model.ts';
import { assertTransition, type PulseStatus, readSource } from './rules.ts';

export interface PulseItemInput {
  title?: string | null;
  summary?: string | null;
  sourceUrl?: string | null;
  sourceName?: string | null;
  status?: PulseStatus | null;
  kind?: string | null;
  topicId?: string | null;
  companyIds?: readonly string[] | null;
  competitorIds?: readonly string[] | null;
  dealIds?: readonly string[] | null;
  [plainField: string]: unknown;
}

type LinkIds = Record<LinkEntity, string[]>;

const MEMBERS = { company: 'companyIds', competitor: 'competitorIds', deal: 'dealIds' } as const;
const ENTITIES = Object.keys(LINKS) as LinkEntity[];

/** Returns a signal. @throws NOT_FOUND */
export function getPulseItem(ctx: TenantContext, id: string, lookahead?: Lookahead): Promise<PulseItem> {
  return PulseItem.read(ctx, id, lookahead);
}

/** Returns a page of signals. */
export function listPulseItems(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PulseItem>> {
  return listPage<PulseItem>(ctx, pulseItemKind.listing, args, lookahead);
}

/**
 * Captures a signal.
 * @throws VALIDATION_ERROR; CONFLICT duplicate_source with the id of the signal that has the address
 */
export async function createPulseItem(ctx: TenantContext, input: PulseItemInput): Promise<PulseItem> {
  const status = input.status ?? 'new';
  if (status !== 'new') throw invalid('status', 'new', 'A signal begins as new; change it afterwards.');
  const id = uuid();
  const fields = { kind: 'other', ...(await readFields(ctx, input)), status };
  const links = await readLinks(ctx, input);
  const item = await insertRecord(
    ctx,
    pulseItemKind,
    { id, ...fields },
    { links: timelineLinks(links), audit: { after: members(links) } },
  );
  await writeLinks(ctx, id, links);
  return item;
}

/**
 * Changes a signal.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, INVALID_STATE_TRANSITION; CONFLICT duplicate_source
 */
export async function updatePulseItem(
  ctx: TenantContext,
  id: string,
  input: PulseItemInput,
  expectedVersion?: number | null,
): Promise<PulseItem> {
  const before = await lockRecord(ctx, pulseItemKind, id, { expectedVersion });
  const fields = await readFields(ctx, input, before);
  const linksBefore = await linksOf(ctx, id);
  const links = await readLinks(ctx, input, linksBefore);
  const changesLinks = JSON.stringify(members(links)) !== JSON.stringify(members(linksBefore));
  if (changesLinks) await writeLinks(ctx, id, links);
  return changeRecord(ctx, pulseItemKind, before, fields, {
    changesParts: changesLinks,
    links: timelineLinks(links, linksBefore),
    ...(changesLinks && { audit: { before: members(linksBefore), after: members(links) } }),
  });
}

/** Deletes a signal. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
export async function deletePulseItem(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const item = await lockRecord(ctx, pulseItemKind, id, { expectedVersion });
  return deleteRecord(ctx, pulseItemKind, item, { links: timelineLinks(await linksOf(ctx, id)) });
}

/** Validates an input and returns the columns that it sets. */
async function readFields(
  ctx: TenantContext,
  input: PulseItemInput,
  before?: PulseItem,
): Promise<Record<string, unknown>> {
  const { companyIds, competitorIds, dealIds, status, sourceUrl, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  if (rest.title !== undefined || !before) {
    fields.title = readText(rest.title);
    if (!fields.title) throw invalid('title', 'required', 'Give the signal a title.');
  }
  for (const name of ['summary', 'sourceName'] as const)
    if (rest[name] !== undefined) fields[name] = readText(rest[name]);
  if (rest.kind === null) fields.kind = 'other';
  if (before && status) {
    assertTransition(before.status, status);
    fields.status = status;
  }
  if (sourceUrl !== undefined) {
    const source = sourceUrl === null ? null : readSource(sourceUrl);
    Object.assign(fields, { sourceUrl: source?.url ?? null, sourceKey: source?.key ?? null });
    if (source && source.key !== before?.sourceKey) await assertNewSource(ctx, source.key);
  }
  if (rest.topicId && rest.topicId !== before?.topicId) await assertTopic(ctx, rest.topicId);
  return fields;
}

/** @throws CONFLICT duplicate_source */
async function assertNewSource(ctx: TenantContext, sourceKey: string): Promise<void> {
  const same = (await PulseItem.live(ctx).where({ sourceKey }).first()) as PulseItem | undefined;
  if (!same) return;
  fail('CONFLICT', 'This page was captured already; change its signal.', {
    details: { reason: 'duplicate_source', pulse_item_id: same.id },
  });
}

/** @throws VALIDATION_ERROR exists */
async function assertTopic(ctx: TenantContext, id: string): Promise<void> {
  const topic = await PulseTopic.live(ctx).where({ id }).whereNull('archivedAt').first();
  if (!topic) throw invalid('topic_id', 'exists', 'There is no such topic in use.');
}

/** Returns the links that an input gives, those of absent members as they were. @throws VALIDATION_ERROR exists */
async function readLinks(
  ctx: TenantContext,
  input: PulseItemInput,
  before: LinkIds = { company: [], competitor: [], deal: [] },
): Promise<LinkIds> {
  const links = { ...before };
  for (const entity of ENTITIES) {
    const given = input[MEMBERS[entity]];
    if (given === undefined) continue;
    const ids = (given ?? []).map((id) => id.toLowerCase());
    links[entity] = [...new Set(ids)].sort();
    if (ids.length) await assertLive(ctx, entity, ids);
  }
  return links;
}

async function assertLive(ctx: TenantContext, entity: LinkEntity, ids: string[]): Promise<void> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select id from ${LINKS[entity].model.tableName} where tenant_id = $1 and id = any($2) and deleted_at is null
     order by id for key share`,
    [ctx.tenantId, ids],
  );
  const found = new Set(rows.map(({ id }) => id));
  const message = `There is no such ${entity}.`;
  const fields = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `${entity}_ids[${index}]`, rule: 'exists', message }],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', message, { fields });
}

/** Returns the ids of the live records that a signal is about. */
async function linksOf(ctx: TenantContext, itemId: string): Promise<LinkIds> {
  const selects = ENTITIES.map((entity) => {
    const { table, column, model } = LINKS[entity];
    return `select '${entity}' as entity, l.${column} as id from ${table} l
      join ${model.tableName} t on t.tenant_id = $1 and t.id = l.${column} and t.deleted_at is null
      where l.tenant_id = $1 and l.pulse_item_id = $2`;
  });
  const rows = await ctx.tx.rows<{ entity: LinkEntity; id: string }>(
    `${selects.join(' union all ')} order by 1, 2`,
    [ctx.tenantId, itemId],
  );
  const idsOf = (entity: LinkEntity) => rows.filter((row) => row.entity === entity).map(({ id }) => id);
  return { company: idsOf('company'), competitor: idsOf('competitor'), deal: idsOf('deal') };
}

/** Makes the given records those that a signal is about; links to deleted records stay. */
async function writeLinks(ctx: TenantContext, itemId: string, links: LinkIds): Promise<void> {
  for (const entity of ENTITIES) {
    const { table, column, model } = LINKS[entity];
    await ctx.tx.rows(
      `with removed as (
         delete from ${table} l where l.tenant_id = $1 and l.pulse_item_id = $2 and l.${column} <> all($3::uuid[])
           and exists (select from ${model.tableName} t where t.tenant_id = $1 and t.id = l.${column} and t.deleted_at is null)
       )
       insert into ${table} (tenant_id, pulse_item_id, ${column})
       select $1, $2, w.id from unnest($3::uuid[]) as w(id) on conflict do nothing`,
      [ctx.tenantId, itemId, links[entity]],
    );
  }
}

/** Returns the timelines that show a change of a signal. */
function timelineLinks(...all: LinkIds[]): Link[] {
  return ENTITIES.flatMap((entity) =>
    [...new Set(all.flatMap((links) => links[entity]))].map((id): Link => ({ entity, id })),
  );
}

/** Returns the links as members of the signal. */
function members(links: LinkIds): Record<string, string[]> {
  return Object.fromEntries(ENTITIES.map((entity) => [MEMBERS[entity], links[entity]]));
}
