// Builds the body of a delivery, the envelope of platform.md section 9, and its JSON schema for each event type.
import { EVENTS, type EventKind } from '../../events/catalogue.ts';
import type { EventData } from '../../events/emit.ts';
import { hiddenMembers, readerOf, visibleMembers } from '../../events/record-snapshot.ts';
import { snakeCase } from '../../naming.ts';
import { exampleOf, type JsonSchema, standalone } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';

const MAX_BYTES = 65_536;

/** A row of the outbox table `events`. */
export interface StoredEvent {
  tenant_id: string;
  id: string;
  type: string;
  occurred_at: Date;
  actor: object;
  request_id: string | null;
  object_type: string;
  object_id: string;
  data: Pick<EventData, 'object' | 'previous' | 'has_record' | 'origin' | 'origin_id'>;
}

export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  api_version: string;
  tenant_id: string;
  request_id: string | null;
  actor: object;
  /** What brought the change about, if it was no call of its own. */
  origin?: 'import' | undefined;
  origin_id?: string | undefined;
  data: {
    object_type: string;
    object: Record<string, unknown>;
    previous?: Record<string, unknown>;
    links: { self?: string };
    truncated?: true;
  };
}

/** Event types that webhooks can subscribe to, by name. */
export const PUBLIC_EVENTS: readonly [type: string, kind: EventKind][] = [...EVENTS].filter(
  ([, kind]) => !kind.isInternal,
);

/** Returns the message id of an event, the same on every attempt and replay. */
export function messageIdOf(eventId: string): string {
  return `evt_${eventId}`;
}

/** Builds the envelope of an event, with its object as of the change; over 64 kB the object is its id only. */
export function envelopeOf(services: Services, event: StoredEvent, apiVersion: string): Envelope {
  const { object_type: objectType, object_id: objectId } = event;
  const reader = readerOf(services, objectType);
  const links = reader ? { self: reader.path.replace('{id}', objectId) } : {};
  const previous = event.data.previous && previousOf(services, objectType, event.data.previous);
  const envelope: Envelope = {
    id: messageIdOf(event.id),
    type: event.type,
    timestamp: event.occurred_at.toISOString(),
    api_version: apiVersion,
    tenant_id: event.tenant_id,
    request_id: event.request_id,
    actor: event.actor,
    ...originOf(event.data),
    data: { object_type: objectType, object: event.data.object, ...(previous && { previous }), links },
  };
  if (Buffer.byteLength(JSON.stringify(envelope)) <= MAX_BYTES) return envelope;
  return {
    ...envelope,
    data: { object_type: objectType, object: { id: objectId }, links, truncated: true },
  };
}

/** Returns what brought the change about, if it was an import. */
function originOf({ origin, origin_id }: StoredEvent['data']): Pick<Envelope, 'origin' | 'origin_id'> {
  return origin ? { origin, origin_id } : {};
}

/** Returns whether an event was stored without its record, because no webhook subscribed to it at the time. */
export function lacksRecord(services: Services, { object_type: objectType, data }: StoredEvent): boolean {
  return !data.has_record && readerOf(services, objectType) !== undefined;
}

/**
 * Returns the previous values of the changed fields in wire names, without fields that the record's read does not
 * show.
 */
function previousOf(
  services: Services,
  objectType: string,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  const visible = visibleMembers(services, objectType);
  const hidden = hiddenMembers(services);
  const wire = Object.entries(previous).map(([field, value]) => [snakeCase(field), value] as const);
  // Custom fields are named `custom_fields.<key>`.
  const isVisible = (name: string) => !hidden.has(name) && (!visible || name.split('.')[0]! in visible);
  return Object.fromEntries(wire.filter(([name]) => isVisible(name)));
}

/** An event type with the schema of its envelope and an example. */
export interface EventTypeDescription {
  type: string;
  objectType: string;
  description: string;
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
}

let descriptions: EventTypeDescription[] | undefined;

/** Returns every event type that webhooks can subscribe to; the same for every workspace. */
export function describeEventTypes(services: Services): EventTypeDescription[] {
  descriptions ??= PUBLIC_EVENTS.map(([type, kind]) => {
    const schema = schemaOf(services, type, kind);
    const { definitions } = services.catalogue;
    return {
      type,
      objectType: kind.object,
      description: `${kind.line}.`,
      schema: standalone(
        { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type, ...schema },
        definitions,
      ),
      example: exampleOf(schema, definitions) as Record<string, unknown>,
    };
  });
  return descriptions;
}

const TEXT: JsonSchema = { type: 'string' };
const ID: JsonSchema = { type: 'string', format: 'uuid', examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f'] };

function schemaOf(services: Services, type: string, kind: EventKind): JsonSchema {
  const members = visibleMembers(services, kind.object) ?? {};
  const self = readerOf(services, kind.object)?.path;
  const object: JsonSchema = {
    type: 'object',
    description:
      'The record as of the change, without governed fields. If the record has no route of its own, or the event is older than the subscription, only its id and the data of the event.',
    properties: { ...members, id: ID },
    required: ['id'],
  };
  const properties: Record<string, JsonSchema> = {
    object_type: { const: kind.object, examples: [kind.object] },
    object,
    previous: { type: 'object', description: 'The previous values of the fields that changed.' },
    links: {
      type: 'object',
      properties: {
        ...(self && { self: { ...TEXT, examples: [self.replace('{id}', (ID.examples as string[])[0]!)] } }),
      },
    },
    truncated: {
      const: true,
      description: 'Present if the envelope would exceed 64 kB; the object is then only its id.',
    },
  };
  return {
    type: 'object',
    properties: {
      id: {
        ...TEXT,
        description: 'The same on every attempt and replay.',
        examples: [messageIdOf((ID.examples as string[])[0]!)],
      },
      type: { const: type, examples: [type] },
      timestamp: { type: 'string', format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] },
      api_version: { ...TEXT, examples: ['2026-11-01'] },
      tenant_id: ID,
      request_id: { type: ['string', 'null'], examples: ['019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e60'] },
      actor: {
        type: 'object',
        properties: {
          type: { enum: ['user', 'service', 'agent', 'visitor', 'system'], examples: ['user'] },
          id: { type: ['string', 'null'], format: 'uuid', examples: ID.examples },
          label: { ...TEXT, examples: ['Ada Byron'] },
        },
        required: ['type', 'id', 'label'],
      },
      origin: { const: 'import', description: 'Present if a row of an import made the change.' },
      origin_id: { ...ID, description: 'The import.' },
      data: { type: 'object', properties, required: ['object_type', 'object', 'links'] },
    },
    required: ['id', 'type', 'timestamp', 'api_version', 'tenant_id', 'request_id', 'actor', 'data'],
  };
}
