// Filters of contacts by what belongs to them: phone numbers, consent, and how recently they were in touch.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { TenantAccessContext } from '../../access/context.ts';
import { countryOf } from '../../access/workspace-country.ts';
import { childFilter } from '../../lists/child-filters.ts';
import { applyConditions, applyMember } from '../../lists/filters.ts';
import type { Conditions, Filter } from '../../lists/listing.ts';

const PARENT: [string, string] = ['contact_id', 'contacts'];

/** Any email address of the contact. */
export const byEmail = childFilter({
  table: 'contact_methods',
  parent: PARENT,
  column: 'value',
  where: `t.kind = 'email'`,
});

/** Any company that the contact belongs or belonged to. */
export const byAssociatedCompany = childFilter({
  table: 'contact_companies',
  parent: PARENT,
  column: 'company_id',
});

const COUNTRY = 'contacts.phone_country';

/** Loads the country of the workspace, which the filter by phone number reads. */
export async function loadPhoneCountry(ctx: TenantAccessContext): Promise<void> {
  ctx.loaders.set(COUNTRY, await countryOf(ctx));
}

/** Any phone number of the contact. A text that is no phone number matches none. */
export const byPhone = childFilter({
  table: 'contact_methods',
  parent: PARENT,
  column: 'value',
  where: `t.kind = 'phone'`,
  read: (text, ctx) =>
    parsePhoneNumberFromString(text.normalize('NFKC'), {
      defaultCountry: ctx.loaders.get(COUNTRY) as CountryCode,
      extract: false,
    })?.number ?? text,
  readPart: (text) => text.replace(/[^\d+]/g, ''),
});

const CHANNELS = ['email', 'sms', 'phone', 'post'];

/** The consent to each channel; without an entry it is unknown. */
export const byConsent: Filter = (query, channels, ctx) => {
  for (const channel of CHANNELS) {
    const state = `coalesce(contacts.consent #>> '{${channel},state}', 'unknown')`;
    const byState: Filter = (part, conditions) => applyConditions(part, state, conditions);
    if (channels[channel]) applyMember(query, ctx, byState, channels[channel] as Conditions);
  }
};

/** The last meaningful touch of a contact until now, as relationship signals define it. */
const LAST_TOUCH = `(select max(l.occurred_at) from activity_links l
  where l.tenant_id = ? and l.entity = 'contact' and l.entity_id = contacts.id and l.live and l.is_interaction and l.is_touch
    and l.occurred_at <= ?)`;

/** The recency band as `bandOf` of relationships defines it, in whole 24-hour blocks. */
const BAND = `(select case when at is null or ?::timestamptz - at >= interval '181 days' then 'dormant'
  when ?::timestamptz - at >= interval '91 days' then 'stale' when ?::timestamptz - at >= interval '31 days' then 'stable'
  else 'fresh' end from (select ${LAST_TOUCH} as at) touch)`;

/** Returns a filter on an SQL expression with values of its own. */
function onExpression(sql: string, valuesOf: (ctx: TenantAccessContext) => unknown[]): Filter {
  return (query, conditions, ctx) =>
    applyConditions(
      { whereRaw: (text, values = []) => query.whereRaw(text, [...valuesOf(ctx), ...values]) },
      sql,
      conditions,
    );
}

export const byLastTouch = onExpression(LAST_TOUCH, ({ tenantId, now }) => [tenantId, now]);
export const byRecencyBand = onExpression(BAND, ({ tenantId, now }) => [now, now, now, tenantId, now]);
