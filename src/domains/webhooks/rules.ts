// What a subscription may say: event types, filters, headers, states, times of a rotation. Pure.
import { fail, invalid } from '../../errors.ts';

export type WebhookStatus = 'active' | 'paused' | 'disabled_failing' | 'disabled_gone' | 'disabled_operator';
export type Signature = 'v1' | 'v1a';
/** Values that a field of the event's object may have, by the name of the field. */
export type FieldFilter = Record<string, unknown[]>;

export const MAX_WEBHOOKS = 20;
const MAX_FILTER_FIELDS = 10;
const MAX_FILTER_VALUES = 50;
const MAX_HEADERS = 5;
const MAX_HEADER_LENGTH = 1_000;
const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;
const HOUR = 3_600_000;

/** Goes to the endpoint that is tested, and never by subscription. */
export const TEST_EVENT = 'webhook.test';

/** Whether an event type is subscribed to: by its name, by `deal.*` or by `*` (platform.md section 9). */
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
 * The event types of a subscription, each once.
 * @param known the types that there are
 * @throws VALIDATION_ERROR unknown_event for one that nothing would ever come of
 */
export function readEventTypes(patterns: readonly string[], known: readonly string[]): string[] {
  const fields = patterns.flatMap((pattern, index) => {
    if (known.some((type) => isSubscribed([pattern], type))) return [];
    const message = `There is no event ${pattern}; GET /api/webhooks/events lists them.`;
    return [{ path: `event_types[${index}]`, rule: 'unknown_event', message }];
  });
  if (fields.length) fail('VALIDATION_ERROR', fields[0]!.message, { fields });
  return [...new Set(patterns)];
}

/**
 * A filter with lists of values.
 * @param readable fields of the objects of the subscribed events
 * @param governed fields that no event carries
 * @throws VALIDATION_ERROR
 */
export function readFilter(
  given: Record<string, unknown>,
  readable: ReadonlySet<string>,
  governed: ReadonlySet<string>,
): FieldFilter {
  const entries = Object.entries(given);
  if (entries.length > MAX_FILTER_FIELDS)
    throw invalid('filter', 'maxItems', `A filter names ${MAX_FILTER_FIELDS} fields at most.`);
  const filter: FieldFilter = {};
  for (const [field, value] of entries) {
    const path = `filter.${field}`;
    if (governed.has(field))
      throw invalid(path, 'field_not_readable', 'Events never carry this field, so none would pass.');
    if (!readable.has(field))
      throw invalid(path, 'unknown_field', 'No object of the subscribed events has this field.');
    const values = [value].flat();
    const isPlain = (one: unknown) => one === null || ['string', 'number', 'boolean'].includes(typeof one);
    if (values.length === 0 || values.length > MAX_FILTER_VALUES || !values.every(isPlain))
      throw invalid(path, 'type', `Give one value, or a list of at most ${MAX_FILTER_VALUES}.`);
    filter[field] = values;
  }
  return filter;
}

/**
 * Whether an event's object passes a filter: each field has one of its values; of a list, some item has.
 * @param isPartial the event does not hold its record, and who mirrors records must hear of it in any case
 */
export function passes(filter: FieldFilter, object: Record<string, unknown>, isPartial: boolean): boolean {
  return Object.entries(filter).every(([field, values]) => {
    if (!(field in object)) return isPartial;
    return [object[field]].flat().some((value) => values.includes(value));
  });
}

/** Headers of the request itself, of HTTP's own working, and of the signature. */
const RESERVED =
  /^(webhook-.*|host|connection|content-(length|type|encoding)|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i;

/** Headers that go with every request of a webhook. @throws VALIDATION_ERROR */
export function readHeaders(given: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(given);
  if (entries.length > MAX_HEADERS)
    throw invalid('custom_headers', 'maxItems', `A webhook has ${MAX_HEADERS} headers at most.`);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size < entries.length) throw invalid('custom_headers', 'repeated', 'Name each header once.');
  const headers: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name))
      throw invalid('custom_headers', 'format', 'A name of a header has letters, digits and hyphens.');
    if (RESERVED.test(name))
      throw invalid('custom_headers', 'reserved', `The header ${name} is set by the service.`);
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
 * The state that a person sets: active or paused.
 * @throws CONFLICT for an endpoint that an operator has disabled; VALIDATION_ERROR for a state that only the service sets
 */
export function assertStatus(from: WebhookStatus, to: string): asserts to is 'active' | 'paused' {
  if (to !== 'active' && to !== 'paused')
    throw invalid('status', 'read_only', 'Set active or paused; the service sets the other states.');
  if (from === 'disabled_operator') {
    fail('CONFLICT', 'An operator of the platform has disabled this webhook; ask support.', {
      details: { reason: 'disabled_operator' },
    });
  }
}

/** When the former secret stops to sign. @throws VALIDATION_ERROR out_of_range beyond 168 hours */
export function overlapEnd(now: Date, hours: number | null | undefined): Date {
  const overlap = hours ?? DEFAULT_OVERLAP_HOURS;
  if (overlap < 0 || overlap > MAX_OVERLAP_HOURS)
    throw invalid('overlap_hours', 'out_of_range', `Give 0 to ${MAX_OVERLAP_HOURS} hours.`);
  return new Date(now.getTime() + overlap * HOUR);
}
