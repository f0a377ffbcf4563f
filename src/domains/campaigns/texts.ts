// The texts of a campaign: filled for one member, and whether they name the unsubscribe link.
import { fillMergeFields, type MergeValues } from '../merge-fields.ts';
import { escapeHtml } from '../rich-text.ts';
import { UNSUBSCRIBE_FIELD } from '../unsubscribe-field.ts';
import type { Campaign } from './model.ts';

const SUBJECT_LENGTH = 998;

/** The texts of one message. */
export interface Filled {
  subject: string | null;
  bodyText: string | null;
  bodyHtml: string | null;
}

/**
 * Returns the texts with the values of a member, and the fields without value and fallback. The field of the unsubscribe link
 * stays: whoever may read the message in the workspace must not be able to unsubscribe its recipient.
 */
export function fillCampaign(
  { subject, body, bodyHtml }: Pick<Campaign, 'subject' | 'body' | 'bodyHtml'>,
  values: MergeValues,
): { texts: Filled; unresolved: string[] } {
  const unresolved = new Set<string>();
  const fill = (text: string | null, encode?: (value: string) => string) =>
    text === null ? null : fillMergeFields(text, values, unresolved, encode);
  const texts = {
    subject:
      fill(subject, (value) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim())?.slice(0, SUBJECT_LENGTH) ?? null,
    bodyText: fill(body),
    bodyHtml: fill(bodyHtml, escapeHtml),
  };
  return { texts, unresolved: [...unresolved] };
}

/** Returns a text without the field of the unsubscribe link, which is no merge field of a record. */
export function withoutUnsubscribeField(text: string): string {
  return text.replace(UNSUBSCRIBE_FIELD, '');
}

/** Returns whether one of the texts of a mail does not name the link by which its reader unsubscribes. */
export function lacksUnsubscribeLink({ body, bodyHtml }: Pick<Campaign, 'body' | 'bodyHtml'>): boolean {
  return [body, bodyHtml].some((text) => text !== null && withoutUnsubscribeField(text) === text);
}
