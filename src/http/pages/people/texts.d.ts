/** Every text of the pages for people with a link, by name; values stand in the place of {names}. */
export const TEXTS: Record<string, string>;
