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

/** Returns the texts that an input sets, with the text of HTML where only that is given. */
export function readTexts(input: TextsInput, before?: Communication): Partial<Communication> {
  const texts: Partial<Communication> = {};
  if (input.subject !== undefined) texts.subject = lineOf(input.subject);
  if (input.bodyHtml !== undefined) texts.bodyHtml = input.bodyHtml ? sanitizeMailHtml(input.bodyHtml) : null;
  if (input.bodyText !== undefined) texts.bodyText = input.bodyText || null;
  else if (texts.bodyHtml !== undefined)
    texts.bodyText = texts.bodyHtml ? textOfHtml(texts.bodyHtml).slice(0, 200_000) : null;
  const text = texts.bodyText === undefined ? (before?.bodyText ?? null) : texts.bodyText;
  return { ...texts, snippet: snippetOf(text) };
}

/** Returns a subject in one line: headers of mail have no line breaks. */
function lineOf(text: string | null): string | null {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() || null;
}
