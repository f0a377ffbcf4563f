// The links of an activity to the records on whose timelines it appears.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { kindNamed } from '../kinds.ts';
import type { Activity, ActivityLink } from './model.ts';
import { isInteraction, isTouch } from './rules.ts';

/** A reference to a record that an activity can be linked to. */
export interface RecordRef {
  entity: string;
  id: string;
}

const keyOf = ({ entity, id }: RecordRef) => `${entity} ${id}`;

/**
 * Returns the records to link, each once. If contacts are named but no company, the companies of those contacts are
 * added: the timeline of an account shows what happened with its people.
 * @param existing current links, whose records may have been deleted since
 * @throws VALIDATION_ERROR exists
 */
export async function readLinks(
  ctx: TenantContext,
  refs: readonly RecordRef[],
  existing: readonly ActivityLink[] = [],
): Promise<RecordRef[]> {
  const existingKeys = new Set(existing.map(({ entity, entityId }) => keyOf({ entity, id: entityId })));
  const links = new Map(refs.map(({ entity, id }) => [keyOf({ entity, id }), { entity, id }]));
  // The loaders batch this into one statement for each kind of record.
  const records = await Promise.all(refs.map(({ entity, id }) => kindNamed(entity).byId(ctx, id)));
  refs.forEach((ref, index) => {
    if (!records[index] && !existingKeys.has(keyOf(ref)))
      throw invalid(`links[${index}].id`, 'exists', `There is no such ${ref.entity}.`);
  });
  if (refs.some(({ entity }) => entity === 'company')) return [...links.values()];
  for (const record of records) {
    const id = (record as { companyId?: string | null } | null)?.companyId;
    const company = id ? await kindNamed('company').byId(ctx, id) : null;
    if (company)
      links.set(keyOf({ entity: 'company', id: company.id }), { entity: 'company', id: company.id });
  }
  return [...links.values()];
}

/**
 * Links an activity to records. Waits for a concurrent merge of a record and links the surviving one instead, because
 * no foreign key on the link would ensure this.
 */
export async function addLinks(
  ctx: TenantContext,
  activity: Activity,
  refs: readonly RecordRef[],
): Promise<void> {
  if (refs.length === 0) return;
  const { occurredAt, flags } = linkColumns(activity);
  const lockedRecords = (table: string, entity: string) =>
    `select '${entity}' as entity, r.id, coalesce(r.merged_into_id, r.id) as surviving_id from ${table} r
     where r.tenant_id = $1 and r.id in (select id from named where entity = '${entity}') order by r.id for key share`;
  await ctx.tx.rows(
    `with named as (select * from unnest($6::text[], $7::uuid[]) as link(entity, id)),
      companies_locked as (${lockedRecords('companies', 'company')}), contacts_locked as (${lockedRecords('contacts', 'contact')})
     insert into activity_links (tenant_id, activity_id, occurred_at, is_interaction, is_touch, entity, entity_id)
     select distinct $1::uuid, $2::uuid, $3::timestamptz, $4::boolean, $5::boolean, entity, coalesce(surviving_id, id)
     from named left join (select * from companies_locked union all select * from contacts_locked) as locked using (entity, id)
     on conflict do nothing`,
    [
      ctx.tenantId,
      activity.id,
      occurredAt,
      ...flags,
      refs.map(({ entity }) => entity),
      refs.map(({ id }) => id),
    ],
  );
}

/** Copies the time and flags of an activity to its links, which are indexed by them. */
export async function syncLinks(ctx: TenantContext, activity: Activity): Promise<void> {
  const { occurredAt, flags } = linkColumns(activity);
  await ctx.tx.rows(
    `update activity_links set occurred_at = $3, is_interaction = $4, is_touch = $5
     where tenant_id = $1 and activity_id = $2`,
    [ctx.tenantId, activity.id, occurredAt, ...flags],
  );
}

/** Hides a deleted activity from all timelines. */
export async function hideLinks(ctx: TenantContext, activityId: string): Promise<void> {
  await ctx.tx.rows('update activity_links set live = false where tenant_id = $1 and activity_id = $2', [
    ctx.tenantId,
    activityId,
  ]);
}

/** Removes an activity from the timelines of the given records. */
export async function dropLinks(
  ctx: TenantContext,
  activity: Activity,
  refs: readonly RecordRef[],
): Promise<void> {
  if (refs.length === 0) return;
  await ctx.tx.rows(
    `delete from activity_links where tenant_id = $1 and activity_id = $2
       and (entity, entity_id) in (select * from unnest($3::text[], $4::uuid[]))`,
    [ctx.tenantId, activity.id, refs.map(({ entity }) => entity), refs.map(({ id }) => id)],
  );
}

function linkColumns(activity: Activity): { occurredAt: Date; flags: [boolean, boolean] } {
  return { occurredAt: activity.occurredAt, flags: [isInteraction(activity), isTouch(activity)] };
}
