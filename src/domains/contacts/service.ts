// What can be done to a contact.
import type { Subject } from '../notes/service.ts';
import { Contact } from './model.ts';

/** A contact as the record that notes stand on. */
export function noteSubject(id: string): Subject {
  return { model: Contact, column: 'contactId', id };
}
