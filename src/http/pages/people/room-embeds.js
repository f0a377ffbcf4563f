// Where the pages that a room may embed can be shown inside another page: most sites have an address of their own for that.

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/{id}';
const EMBEDDED = [
  [/^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/watch\?(?:.*&)?v=([\w-]+)/, YOUTUBE],
  [/^https:\/\/(?:www\.)?youtube\.com\/(?:embed|shorts|live)\/([\w-]+)/, YOUTUBE],
  [/^https:\/\/(?:www\.)?youtu\.be\/([\w-]+)/, YOUTUBE],
  [/^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/, 'https://player.vimeo.com/video/{id}'],
  [/^https:\/\/(?:www\.)?loom\.com\/share\/(\w+)/, 'https://www.loom.com/embed/{id}'],
  [/^https:\/\/(?:www\.)?miro\.com\/app\/board\/([^/?#]+)/, 'https://miro.com/app/live-embed/{id}'],
  [/^https:\/\/docs\.google\.com\/(\w+\/d\/[\w-]+)\/(?:edit|view)/, 'https://docs.google.com/{id}/preview'],
];
const FIGMA = /^https:\/\/(?:www\.)?figma\.com\/(?!embed)/;

/** Returns the address that shows a page inside another one. */
export function embedAddress(url) {
  if (FIGMA.test(url)) return `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(url)}`;
  for (const [pattern, address] of EMBEDDED) {
    const id = pattern.exec(url)?.[1];
    if (id) return address.replace('{id}', () => id);
  }
  return url;
}
