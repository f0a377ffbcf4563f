// The records on whose timelines an activity stands: checked, written, and kept equal to what the activity says.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { kindNamed } from '../kinds.ts';
import type { Activity, ActivityLink } from './model.ts';
import { isInteraction, isTouch } from './rules.ts';

/** A record as a caller names it. */
export interface RecordName {
  entity: string;
  id: string;
}

const keyOf = ({ entity, id }: RecordName) => `${entity} ${id}`;

/**
 * The records that a caller names, each once. What names contacts and no company stands on the timelines of their
 * companies too: the timeline of an account holds what happened with its people.
 * @param known links that stand already, and so are not looked for
 * @throws VALIDATION_ERROR exists
 */
export async function readLinks(
  ctx: TenantContext,
  names: readonly RecordName[],
  known: readonly ActivityLink[] = [],
): Promise<RecordName[]> {
  const standing = new Set(known.map(({ entity, entityId }) => keyOf({ entity, id: entityId })));
  const wanted = new Map(names.map(({ entity, id }) => [keyOf({ entity, id }), { entity, id }]));
  // One statement for each kind of record.
  const found = await Promise.all(names.map(({ entity, id }) => kindNamed(entity).byId(ctx, id)));
  names.forEach((name, index) => {
    if (!found[index] && !standing.has(keyOf(name)))
      throw invalid(`links.${index}.id`, 'exists', `There is no such ${name.entity}.`);
  });
  if (names.some(({ entity }) => entity === 'company')) return [...wanted.values()];
  for (const record of found) {
    const id = (record as { companyId?: string | null } | null)?.companyId;
    const company = id ? await kindNamed('company').byId(ctx, id) : null;
    if (company)
      wanted.set(keyOf({ entity: 'company', id: company.id }), { entity: 'company', id: company.id });
  }
  return [...wanted.values()];
}

/**
 * Puts an activity onto timelines. A record that is being merged away is waited for, and the one that stays takes its
 * place: a link has no foreign key that would see to it.
 */
export async function addLinks(
  ctx: TenantContext,
  activity: Activity,
  names: readonly RecordName[],
): Promise<void> {
  if (names.length === 0) return;
  const { occurredAt, flags } = copied(activity);
  const held = (table: string, entity: string) =>
    `select '${entity}' as entity, r.id, coalesce(r.merged_into_id, r.id) as standing from ${table} r
     where r.tenant_id = $1 and r.id in (select id from named where entity = '${entity}') order by r.id for key share`;
  await ctx.tx.rows(
    `with named as (select * from unnest($6::text[], $7::uuid[]) as link(entity, id)),
      companies_held as (${held('companies', 'company')}), contacts_held as (${held('contacts', 'contact')})
     insert into activity_links (tenant_id, activity_id, occurred_at, is_interaction, is_touch, entity, entity_id)
     select distinct $1::uuid, $2::uuid, $3::timestamptz, $4::boolean, $5::boolean, entity, coalesce(standing, id)
     from named left join (select * from companies_held union all select * from contacts_held) as held using (entity, id)
     on conflict do nothing`,
    [
      ctx.tenantId,
      activity.id,
      occurredAt,
      ...flags,
      names.map(({ entity }) => entity),
      names.map(({ id }) => id),
    ],
  );
}

/** Makes the links of an activity follow it: its time, whether it counts, whether it is there. */
export async function followActivity(ctx: TenantContext, activity: Activity): Promise<void> {
  const { occurredAt, flags } = copied(activity);
  await ctx.tx.rows(
    `update activity_links set occurred_at = $3, is_interaction = $4, is_touch = $5, live = $6
     where tenant_id = $1 and activity_id = $2`,
    [ctx.tenantId, activity.id, occurredAt, ...flags, activity.deletedAt === null],
  );
}

/** Takes an activity off the timelines that it no longer names. */
export async function dropLinks(
  ctx: TenantContext,
  activity: Activity,
  names: readonly RecordName[],
): Promise<void> {
  if (names.length === 0) return;
  await ctx.tx.rows(
    `delete from activity_links where tenant_id = $1 and activity_id = $2
       and (entity, entity_id) in (select * from unnest($3::text[], $4::uuid[]))`,
    [ctx.tenantId, activity.id, names.map(({ entity }) => entity), names.map(({ id }) => id)],
  );
}

function copied(activity: Activity): { occurredAt: Date; flags: [boolean, boolean] } {
  return { occurredAt: activity.occurredAt, flags: [isInteraction(activity), isTouch(activity)] };
}
