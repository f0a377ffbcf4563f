// The log on a terminal: a short line for people where a file or pipe gets the JSON line.

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

/** Takes the lines of the log and writes them short; what went wrong keeps its stack. */
export const terminalLog = {
  write(line: string): void {
    process.stdout.write(`${short(JSON.parse(line) as Entry)}\n`);
  },
};

function short({ level, time, msg, method, route, operation, status, ms, err }: Entry): string {
  const at = new Date(time).toTimeString().slice(0, 8);
  if (status !== undefined)
    return `${at}  ${status} ${method} ${route}  ${operation === route ? '' : operation} ${ms} ms`;
  const weight = level >= 50 ? 'error: ' : level >= 40 ? 'warning: ' : '';
  const cause = level >= 50 ? err?.stack : err?.message;
  return `${at}  ${weight}${msg}${cause ? `: ${cause}` : ''}`;
}
