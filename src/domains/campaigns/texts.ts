// Fills the texts of a campaign for one member.
import { fillMergeFields, type MergeValues } from '../merge-fields.ts';
import { escapeHtml } from '../rich-text.ts';
import type { Campaign } from './model.ts';
import { fillUnsubscribeField } from './rules.ts';

const SUBJECT_LENGTH = 998;

/** The texts of one message. */
export interface Filled {
  subject: string | null;
  bodyText: string | null;
  bodyHtml: string | null;
}

/**
 * Returns the texts with the values of a member, and the fields without value and fallback.
 * @param unsubscribe the address by which this member unsubscribes
 */
export function fillCampaign(
  { subject, body, bodyHtml }: Pick<Campaign, 'subject' | 'body' | 'bodyHtml'>,
  values: MergeValues,
  unsubscribe: string,
): { texts: Filled; unresolved: string[] } {
  const unresolved = new Set<string>();
  const fill = (text: string | null, encode?: (value: string) => string) =>
    text === null
      ? null
      : fillMergeFields(fillUnsubscribeField(text, unsubscribe), values, unresolved, encode);
  const texts = {
    subject:
      fill(subject, (value) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim())?.slice(0, SUBJECT_LENGTH) ?? null,
    bodyText: fill(body),
    bodyHtml: fill(bodyHtml, escapeHtml),
  };
  return { texts, unresolved: [...unresolved] };
}
