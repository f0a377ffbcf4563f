// Pure rules of webhook subscriptions: event types, filters, headers, states and secret rotation.
import { fail, invalid } from '../../errors.ts';

export type WebhookStatus = 'active' | 'paused' | 'disabled_failing' | 'disabled_gone' | 'disabled_operator';
export type Signature = 'v1' | 'v1a';
/** The accepted values of fields of the event's object, by field name. */
export type FieldFilter = Record<string, unknown[]>;

export const MAX_WEBHOOKS = 20;
const MAX_FILTER_FIELDS = 10;
const MAX_FILTER_VALUES = 50;
const MAX_HEADERS = 5;
const MAX_HEADER_LENGTH = 1_000;
const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;
const HOUR = 3_600_000;

/** Sent only to the endpoint that is tested, never by subscription. */
export const TEST_EVENT = 'webhook.test';

/** Returns whether patterns subscribe to an event type: by its name, by `deal.*` or by `*` (platform.md section 9). */
export function isSubscribed(patterns: readonly string[], type: string): boolean {
  if (type === TEST_EVENT) return false;
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}

/**
 * Validates the event types of a subscription and removes repeats.
 * @param eventTypes the existing event types
 * @throws VALIDATION_ERROR unknown_event for a pattern that matches no event type
 */
export function readEventTypes(patterns: readonly string[], eventTypes: readonly string[]): string[] {
  const fields = patterns.flatMap((pattern, index) => {
    if (eventTypes.some((type) => isSubscribed([pattern], type))) return [];
    const message = `There is no event ${pattern}; GET /api/webhooks/events lists them.`;
    return [{ path: `event_types[${index}]`, rule: 'unknown_event', message }];
  });
  if (fields.length) fail('VALIDATION_ERROR', fields[0]!.message, { fields });
  return [...new Set(patterns)];
}

/**
 * Validates a filter and turns each value into a list of values.
 * @param readable the fields of the objects of the subscribed events
 * @param governed the fields that no event carries
 * @throws VALIDATION_ERROR
 */
export function readFilter(
  input: Record<string, unknown>,
  readable: ReadonlySet<string>,
  governed: ReadonlySet<string>,
): FieldFilter {
  const entries = Object.entries(input);
  if (entries.length > MAX_FILTER_FIELDS)
    throw invalid('filter', 'maxItems', `A filter has at most ${MAX_FILTER_FIELDS} fields.`);
  const filter: FieldFilter = {};
  for (const [field, value] of entries) {
    const path = `filter.${field}`;
    if (governed.has(field))
      throw invalid(path, 'field_not_readable', 'Events never carry this field; filter by another one.');
    if (!readable.has(field))
      throw invalid(
        path,
        'unknown_field',
        'None of the subscribed events has this field; name a field of their objects.',
      );
    const values = [value].flat();
    const isScalar = (item: unknown) =>
      item === null || ['string', 'number', 'boolean'].includes(typeof item);
    if (values.length === 0 || values.length > MAX_FILTER_VALUES || !values.every(isScalar))
      throw invalid(path, 'type', `Send one value, or a list of at most ${MAX_FILTER_VALUES} values.`);
    filter[field] = values;
  }
  return filter;
}

/**
 * Returns whether an event's object matches a filter: each field has one of the values; of a list field, any item has.
 * @param lacksRecord the event lacks its record; a missing field then matches, because integrations that mirror records
 *   need every event
 */
export function matchesFilter(
  filter: FieldFilter,
  object: Record<string, unknown>,
  lacksRecord: boolean,
): boolean {
  return Object.entries(filter).every(([field, values]) => {
    if (!(field in object)) return lacksRecord;
    return [object[field]].flat().some((value) => values.includes(value));
  });
}

/** Headers that the service or HTTP itself sets, and those of the signature. */
const RESERVED =
  /^(webhook-.*|host|connection|content-(length|type|encoding)|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;

/** Validates the custom headers of a webhook. @throws VALIDATION_ERROR */
export function readHeaders(input: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(input);
  if (entries.length > MAX_HEADERS)
    throw invalid('custom_headers', 'maxItems', `A webhook has at most ${MAX_HEADERS} custom headers.`);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size < entries.length) throw invalid('custom_headers', 'repeated', 'List each header once.');
  const headers: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name))
      throw invalid('custom_headers', 'format', 'A header name consists of letters, digits and hyphens.');
    if (RESERVED.test(name))
      throw invalid('custom_headers', 'reserved', `The service sets the header ${name}; leave it out.`);
    if (
      typeof value !== 'string' ||
      value.length > MAX_HEADER_LENGTH ||
      !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    )
      throw invalid(
        'custom_headers',
        'format',
        `The value of ${name} must be 1 to 1,000 printable ASCII characters.`,
      );
    headers[name] = value;
  }
  return headers;
}

/**
 * Refuses a status that a caller may not set: only active and paused are allowed.
 * @throws CONFLICT for a webhook that an operator has disabled; VALIDATION_ERROR for a status that only the service
 *   sets
 */
export function assertStatus(from: WebhookStatus, to: string): asserts to is 'active' | 'paused' {
  if (to !== 'active' && to !== 'paused')
    throw invalid('status', 'read_only', 'Send active or paused; only the service sets the other states.');
  if (from === 'disabled_operator') {
    fail('CONFLICT', 'A platform operator has disabled this webhook; contact support.', {
      details: { reason: 'disabled_operator' },
    });
  }
}

/** Returns when the previous secret stops signing. @throws VALIDATION_ERROR out_of_range beyond 168 hours */
export function overlapEnd(now: Date, hours: number | null | undefined): Date {
  const overlap = hours ?? DEFAULT_OVERLAP_HOURS;
  if (overlap < 0 || overlap > MAX_OVERLAP_HOURS)
    throw invalid('overlap_hours', 'out_of_range', `Send 0 to ${MAX_OVERLAP_HOURS} hours.`);
  return new Date(now.getTime() + overlap * HOUR);
}
