// Pure rules of ranks: texts that order the cards of a board, such that between any two there is room for another.
// A rank is a whole number of fixed width, and digits behind it where cards are put between neighbouring numbers.

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
const WIDTH = 8;
const FIRST = Math.floor(BASE ** WIDTH / 2);

/**
 * Returns a rank between two others; null stands for no card on that side. Ranks compare by bytes.
 * @param before the rank of the card in front, less than `after`
 */
export function rankBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return whole(FIRST);
  if (after === null) return whole(numberOf(before!) + 1);
  if (before === null) return whole(numberOf(after) - 1);
  const [low, high] = [numberOf(before), numberOf(after)];
  if (high - low > 1) return whole(Math.floor((low + high) / 2));
  const digits = midpoint(before.slice(WIDTH), low === high ? after.slice(WIDTH) : null);
  return whole(low) + digits;
}

/** Returns ranks for several cards behind the last one, in their order. */
export function ranksAfter(last: string | null, count: number): string[] {
  const ranks: string[] = [];
  for (let rank = last; ranks.length < count; ranks.push(rank)) rank = rankBetween(rank, null);
  return ranks;
}

function numberOf(rank: string): number {
  return Number.parseInt(rank.slice(0, WIDTH), BASE);
}

function whole(number: number): string {
  return number.toString(BASE).padStart(WIDTH, '0');
}

/** Returns digits between two fractions without trailing zeros; null is the upper bound 1. */
function midpoint(low: string, high: string | null): string {
  if (high !== null) {
    let same = 0;
    while (same < high.length && (low[same] ?? '0') === high[same]) same += 1;
    if (same) return high.slice(0, same) + midpoint(low.slice(same), high.slice(same));
  }
  const from = low ? DIGITS.indexOf(low[0]!) : 0;
  const to = high ? DIGITS.indexOf(high[0]!) : BASE;
  if (to - from > 1) return DIGITS[Math.round((from + to) / 2)]!;
  if (high && high.length > 1) return high[0]!;
  return DIGITS[from]! + midpoint(low.slice(1), null);
}
