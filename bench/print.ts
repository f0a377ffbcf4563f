// Prints the progress of the bench.

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
