// Formats the log for a terminal: a short line for people instead of the JSON line that a file or pipe gets. pino-pretty
// would need a formatter of this size as well, because it cannot print a request as one line.

interface Entry {
  level: number;
  time: number;
  msg: string;
  method?: string;
  route?: string;
  operation?: string;
  status?: number;
  ms?: number;
  err?: { message: string; stack?: string };
}

/** Stream that prints each JSON log line as a short line; errors keep their stack. */
export const terminalLog = {
  write(line: string): void {
    process.stdout.write(`${formatEntry(JSON.parse(line) as Entry)}\n`);
  },
};

function formatEntry({ level, time, msg, method, route, operation, status, ms, err }: Entry): string {
  const clockTime = new Date(time).toTimeString().slice(0, 8);
  if (status !== undefined)
    return `${clockTime}  ${status} ${method} ${route}  ${operation === route ? '' : operation} ${ms} ms`;
  const severity = level >= 50 ? 'error: ' : level >= 40 ? 'warning: ' : '';
  const cause = level >= 50 ? err?.stack : err?.message;
  return `${clockTime}  ${severity}${msg}${cause ? `: ${cause}` : ''}`;
}
