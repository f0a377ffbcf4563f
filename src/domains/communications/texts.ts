// Reads the texts of a message: the subject in one line, HTML that is safe, the text of HTML, the snippet.
import { sanitizeMailHtml, textOfHtml } from '../rich-text.ts';
import type { Communication } from './model.ts';
import { snippetOf } from './rules.ts';

/** The texts of an input; an absent one is left unchanged, null clears it. */
export interface TextsInput {
  subject?: string | null;
  bodyText?: string | null;
  bodyHtml?: string | null;
}

const TEXT_LENGTH = 200_000;

/** Returns the texts that an input sets, with the text of HTML where there is no other. */
export function readTexts(input: TextsInput, before?: Communication): Partial<Communication> {
  const texts: Partial<Communication> = {};
  if (input.subject !== undefined) texts.subject = lineOf(input.subject);
  if (input.bodyHtml !== undefined) texts.bodyHtml = input.bodyHtml ? sanitizeMailHtml(input.bodyHtml) : null;
  if (input.bodyText !== undefined) texts.bodyText = input.bodyText || null;
  const html = texts.bodyHtml === undefined ? before?.bodyHtml : texts.bodyHtml;
  const isTextless = input.bodyText === undefined ? texts.bodyHtml : texts.bodyText === null;
  if (html && isTextless) texts.bodyText = textOfHtml(html).slice(0, TEXT_LENGTH) || null;
  const text = texts.bodyText === undefined ? (before?.bodyText ?? null) : texts.bodyText;
  return { ...texts, snippet: snippetOf(text) };
}

/** Returns a subject in one line: headers of mail have no line breaks. */
function lineOf(text: string | null): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
}
