// The events that webhooks receive, as the section `webhooks` of the API description.
import { EVENTS } from '../src/events/catalogue.ts';
import { hiddenMembers, readerOf } from '../src/events/record-snapshot.ts';
import type { OperationServices } from '../src/operations/context.ts';
import { type JsonSchema, membersOf } from '../src/operations/json-schema.ts';
import type { Components, Part } from './openapi-components.ts';
import { EVENTS_TAG } from './openapi-tags.ts';

/** The services from which the records in events are derived. */
export type EventSources = Pick<OperationServices, 'catalogue' | 'governed'>;

const UUID: JsonSchema = { type: 'string', format: 'uuid' };
const TEXT: JsonSchema = { type: 'string' };

/** What is the same in every event (platform.md section 9). */
const EVENT: JsonSchema = {
  type: 'object',
  description:
    'The body of a delivery. Deliveries may arrive twice and in any order; data.object.version orders them.',
  properties: {
    id: { type: 'string', description: 'The same on every attempt and replay; also the header webhook-id.' },
    type: TEXT,
    timestamp: { type: 'string', format: 'date-time' },
    api_version: TEXT,
    tenant_id: UUID,
    request_id: { type: ['string', 'null'] },
    actor: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['user', 'service', 'agent', 'visitor', 'system'] },
        id: { type: ['string', 'null'], format: 'uuid' },
        label: TEXT,
      },
      required: ['type', 'id', 'label'],
    },
    data: {
      type: 'object',
      properties: {
        object_type: TEXT,
        object: { type: 'object', description: 'The record as of the change, without governed fields.' },
        previous: { type: 'object', description: 'The previous values of the fields that changed.' },
        links: { type: 'object', properties: { self: TEXT } },
        truncated: {
          type: 'boolean',
          description: 'True if the event exceeds 64 kB; the object is then only its id.',
        },
      },
      required: ['object_type', 'object', 'links'],
    },
  },
  required: ['id', 'type', 'timestamp', 'api_version', 'tenant_id', 'request_id', 'actor', 'data'],
};

const RECORD_ID: JsonSchema = {
  type: 'object',
  description: 'Only the id: the event exceeds 64 kB, or is older than the subscription.',
  properties: { id: UUID },
  required: ['id'],
};

/** Describes every event that webhooks can subscribe to, by its type. */
export function describeEvents(services: EventSources, components: Components): Record<string, Part> {
  const published = [...EVENTS].filter(([, { isInternal }]) => !isInternal);
  components.refer('schemas', 'WebhookEvent', () => EVENT);
  components.refer('schemas', 'WebhookRecordId', () => RECORD_ID);
  return Object.fromEntries(
    published.map(([type, { line, object }]) => [
      type,
      {
        post: {
          operationId: `on_${type.replaceAll('.', '_')}`,
          summary: line,
          description: `${line}. The body is signed as Standard Webhooks says; answer 2xx within 15 seconds.`,
          tags: [EVENTS_TAG],
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: eventSchema(services, type, object, components) } },
          },
          responses: {
            '2XX': { description: 'Received. Every other answer is followed by further attempts.' },
          },
        },
      },
    ]),
  );
}

function eventSchema(
  services: EventSources,
  type: string,
  object: string,
  components: Components,
): JsonSchema {
  const data = {
    type: 'object',
    properties: {
      object_type: { type: 'string', const: object },
      object: objectSchema(services, object, components),
    },
  };
  return {
    allOf: [
      components.refer('schemas', 'WebhookEvent'),
      { type: 'object', properties: { type: { type: 'string', const: type }, data } },
    ],
  };
}

/** Returns the schema of the record in an event: that of its read, without the members that no event contains. */
function objectSchema(services: EventSources, object: string, components: Components): JsonSchema {
  const id = components.refer('schemas', 'WebhookRecordId');
  const record = readerOf(services, object)?.outputSchema;
  if (!record) return id as JsonSchema;
  const { definitions } = services.catalogue;
  const hidden = hiddenMembers(services);
  const names = membersOf(record, definitions).filter((name) => hidden.has(name));
  if (names.length === 0) return { anyOf: [record, id] };
  const name = `${object.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}InEvent`;
  const whole = record.$ref ? definitions[record.$ref.split('/').at(-1)!]! : record;
  const reference = components.refer('schemas', name, () => ({
    ...whole,
    properties: Object.fromEntries(
      Object.entries(whole.properties!).filter(([member]) => !names.includes(member)),
    ),
    required: whole.required?.filter((member) => !names.includes(member)),
  }));
  return { anyOf: [reference, id] };
}
