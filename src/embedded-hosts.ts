// The sites whose pages a room may embed.

/** Their hosts; pages below `www.` belong to them. */
export const EMBEDDED_HOSTS: readonly string[] = [
  ...['youtube.com', 'youtube-nocookie.com', 'youtu.be', 'vimeo.com', 'player.vimeo.com', 'loom.com'],
  ...['figma.com', 'miro.com', 'docs.google.com', 'calendly.com'],
];
