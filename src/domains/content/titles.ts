// Titles that are taken from texts.

const TITLE_LENGTH = 200;

/** Returns the first line of a text that has one, at most as long as a title. */
export function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line.trim().slice(0, TITLE_LENGTH).toWellFormed();
}
