// What the bench says while it runs.

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
