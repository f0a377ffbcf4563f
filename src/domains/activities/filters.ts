// How activities and action items are listed: by their own columns, by who acted, and by the records that they name.
import type { Listing } from '../../lists/listing.ts';
import { camelCase } from '../../naming.ts';
import { ActionItem, Activity } from './model.ts';
import { TIMELINE_TYPES } from './records.ts';

type Filter = NonNullable<Listing['filters']>[string];

/** Conditions on an id that is not a column of the table; `among` says that it is one of those given. */
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

/** Conditions on the records of a kind that an item's activity names. */
function linkedTo(entity: string): Filter {
  const link = `exists (select from activity_links l where l.tenant_id = action_items.tenant_id
    and l.activity_id = action_items.activity_id and l.entity = '${entity}'`;
  return idFilter(`${link} and l.entity_id = any(?))`, `${link})`);
}

const actor = `activities.actor ->> 'id'`;

/** The timeline of one record, among other conditions. The links decide: they are few beside all activities. */
const ofRecord: Filter = (query, { tenantId, entity, id }) => {
  // The workspace is a value, not the column of the activity: with that, the links would be read for each activity.
  query.whereRaw(
    `activities.id = any(array(select l.activity_id from activity_links l
      where l.tenant_id = ? and l.entity = ? and l.entity_id = ?))`,
    [tenantId as string, entity as string, id as string],
  );
};

export const activityListing: Listing = {
  model: Activity,
  filters: { actorId: idFilter(`${actor} = any(?)`, `${actor} is not null`), record: ofRecord },
};

export const actionItemListing: Listing = {
  model: ActionItem,
  filters: Object.fromEntries(TIMELINE_TYPES.map(({ name }) => [camelCase(`${name}_id`), linkedTo(name)])),
};
