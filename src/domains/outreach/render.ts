// Fills the merge fields of a step.
import { fillMergeFields, type MergeValues } from '../merge-fields.ts';
import { escapeHtml } from '../rich-text.ts';
import type { Template } from './model.ts';

/** Returns the texts of a step with their values, and the fields without value and fallback. */
export function fillTemplate(
  template: Template,
  values: MergeValues,
): { texts: Template; unresolved: string[] } {
  const unresolved = new Set<string>();
  const fill = (text: string | null, encode?: (value: string) => string) =>
    text === null ? null : fillMergeFields(text, values, unresolved, encode);
  const texts = {
    subject: fill(template.subject, oneLine),
    bodyText: fill(template.bodyText),
    bodyHtml: fill(template.bodyHtml, escapeHtml),
    title: fill(template.title, oneLine),
    body: fill(template.body),
  };
  return { texts, unresolved: [...unresolved] };
}

function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
