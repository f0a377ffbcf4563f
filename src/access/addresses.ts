// Lists of network addresses that a caller must be in: single addresses and CIDR ranges. Pure.
import ipaddr from 'ipaddr.js';

/** A list that has been read; each range with the bits that count. */
export type AddressList = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/** An address or range in the one way that it is stored: the beginning of the range, or undefined when it is neither. */
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

/** ipaddr.js reads `10` and `0x7f.1` as addresses too; people who write them mean something else. */
function isStandardNotation(text: string): boolean {
  return text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text);
}

/** Reads a stored list. */
export function readAddressList(ranges: readonly string[]): AddressList {
  return ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ipaddr.parseCIDR(`${range}/${range.includes(':') ? 128 : 32}`),
  );
}

/** Whether a list holds an address; an IPv4 address that came over IPv6 is the same one. */
export function containsAddress(list: AddressList, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return list.some(([range, bits]) => address.kind() === range.kind() && address.match(range as never, bits));
}
