// Address lists that restrict where a caller may connect from: single addresses and CIDR ranges. Pure functions.
import ipaddr from 'ipaddr.js';

/** A parsed list; each range with its prefix length. */
export type AddressList = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/**
 * Returns an address or range in the form in which it is stored, a range by its network address; undefined if the text
 * is neither.
 */
export function normalizeRange(text: string): string | undefined {
  const trimmed = text.trim();
  try {
    if (!trimmed.includes('/')) {
      return ipaddr.isValid(trimmed) && isStandardNotation(trimmed)
        ? ipaddr.process(trimmed).toString()
        : undefined;
    }
    const [address, bits] = ipaddr.parseCIDR(trimmed);
    const start =
      address.kind() === 'ipv4'
        ? ipaddr.IPv4.networkAddressFromCIDR(trimmed)
        : ipaddr.IPv6.networkAddressFromCIDR(trimmed);
    return `${start.toString()}/${bits}`;
  } catch {
    return undefined;
  }
}

/**
 * Refuses forms such as `10` and `0x7f.1`, which ipaddr.js accepts as addresses although their authors mean something
 * else.
 */
function isStandardNotation(text: string): boolean {
  return text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text);
}

/** Parses a stored list. */
export function readAddressList(ranges: readonly string[]): AddressList {
  return ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ipaddr.parseCIDR(`${range}/${range.includes(':') ? 128 : 32}`),
  );
}

/** Returns whether a list contains an address. An IPv4-mapped IPv6 address counts as the IPv4 address. */
export function containsAddress(list: AddressList, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return list.some(([range, bits]) => address.kind() === range.kind() && address.match(range as never, bits));
}
