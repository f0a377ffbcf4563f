// What time is worth: minutes times an hourly rate, exactly.

const SCALE = 4;

/** Returns minutes times an hourly rate as an exact decimal, with more digits than any currency has. */
export function valueOfTime(minutes: number, rate: string): string {
  const [whole, fraction = ''] = rate.split('.');
  const scaled = BigInt(whole! + fraction.padEnd(SCALE, '0').slice(0, SCALE)) * BigInt(minutes) * 10_000n;
  const quotient = scaled / 60n;
  const digits = String(quotient).padStart(2 * SCALE + 1, '0');
  const point = digits.length - 2 * SCALE;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
