// Pure rules of comments: whom a text mentions.
const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi;

/** Returns the people whom a text mentions as `@[uuid]`, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id]) => id!.toLowerCase()))];
}
