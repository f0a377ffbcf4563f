// What a step needs that is due.
import type { Contact } from '../contacts/model.ts';
import type { OutreachEnrolment, OutreachSequence, Step } from './model.ts';

/** A step that is due, with the enrolment that it is due for. */
export interface DueStep {
  enrolment: OutreachEnrolment;
  sequence: OutreachSequence;
  contact: Contact;
  step: Step;
  /** The zone of the contact, else that of the workspace. */
  timeZone: string;
  /** The owner of the sequence; null once they have left the workspace. */
  ownerId: string | null;
}
