// The filters of the lists of activities and action items: own columns, the actor, and linked records.
import type { Filter, Listing } from '../../lists/listing.ts';
import { camelCase } from '../../naming.ts';
import { ActionItem, Activity } from './model.ts';
import { TIMELINE_TYPES } from './records.ts';

/**
 * Returns a filter on an id that is not a column of the table. `among` is the SQL condition that it is one of the
 * given ids.
 */
function idFilter(among: string, exists: string): Filter {
  return (query, conditions) => {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value === null || value === undefined) continue;
      if (operator === 'isNull') query.whereRaw(value ? `not (${exists})` : exists);
      else if (operator === 'eq' || operator === 'in') query.whereRaw(among, [[value].flat() as string[]]);
      else query.whereRaw(`(${among}) is not true`, [[value].flat() as string[]]);
    }
  };
}

/** Returns a filter on the records of one kind that are linked to an item's activity. */
function linkedTo(entity: string): Filter {
  const link = `exists (select from activity_links l where l.tenant_id = action_items.tenant_id
    and l.activity_id = action_items.activity_id and l.entity = '${entity}'`;
  return idFilter(`${link} and l.entity_id = any(?))`, `${link})`);
}

const ACTOR_ID = `activities.actor ->> 'id'`;

/**
 * Limits the list to the timeline of one record, starting from its links, which are few compared with all activities.
 */
const onTimelineOf: Filter = (query, { tenantId, entity, id }) => {
  // The workspace is passed as a value: with the column of the activity, the links would be read once per activity.
  query.whereRaw(
    `activities.id = any(array(select l.activity_id from activity_links l
      where l.tenant_id = ? and l.entity = ? and l.entity_id = ?))`,
    [tenantId as string, entity as string, id as string],
  );
};

export const activityListing: Listing = {
  model: Activity,
  filters: { actorId: idFilter(`${ACTOR_ID} = any(?)`, `${ACTOR_ID} is not null`), record: onTimelineOf },
};

export const actionItemListing: Listing = {
  model: ActionItem,
  filters: Object.fromEntries(TIMELINE_TYPES.map(({ name }) => [camelCase(`${name}_id`), linkedTo(name)])),
};
