// Which record an event happened to, for the people who watch it.

/** The records that parts belong to: a change of a part is a change of its whole. */
const WHOLES: Readonly<Record<string, string>> = {
  client: 'company',
  company_identifier: 'company',
  contact_method: 'contact',
  room_item: 'room',
};

/**
 * Returns the record that an event is about: its object, or what the object is part of.
 * @param object the kind of the object of the event
 */
export function watchedRecord(
  object: string,
  change: { object: { id: string }; links: readonly { entity: string; id: string }[] },
): { type: string; id: string } {
  const whole = change.links.find(({ entity }) => entity === WHOLES[object]);
  return whole ? { type: whole.entity, id: whole.id } : { type: object, id: change.object.id };
}
