// Where the service may connect to on somebody's word: which URLs, and which addresses behind their names. Pure.
import ipaddr from 'ipaddr.js';

/** The rule that a URL or an address breaks; stands in `details.rule`. */
export type EgressRule = 'url' | 'scheme' | 'port' | 'userinfo' | 'ip_literal' | 'host_name' | 'address';

const MENDS: Record<EgressRule, string> = {
  url: 'Give an absolute URL such as https://hooks.example.com/in.',
  scheme: 'The URL must begin with https://.',
  port: 'The port must be 443 or 8443.',
  userinfo: 'The URL must not carry a user or a password.',
  ip_literal: 'The host must be a name, not an address.',
  host_name: 'The host must be a public name.',
  address: 'The host must lead to public addresses only.',
};

const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
const LOCAL_NAME = /(^|\.)(local|internal|localhost)$/;
/** All that is assigned for global unicast; what lies outside of it is somebody's own business. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** How to mend a URL that breaks a rule. */
export const mendOf = (rule: EgressRule): string => MENDS[rule];

/**
 * The rule of platform.md section 9 that a URL breaks by itself, before its name is resolved.
 * @param allowLoopback the development setting: this machine is allowed, by any port and without TLS
 */
export function urlFault(text: string, allowLoopback = false): EgressRule | undefined {
  if (!URL.canParse(text)) return 'url';
  const { protocol, port, username, password, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLoopback =
    allowLoopback && (host === 'localhost' || (ipaddr.isValid(host) && isLoopbackAddress(host)));
  if (protocol !== 'https:' && !(isLoopback && protocol === 'http:')) return 'scheme';
  if (username || password) return 'userinfo';
  if (isLoopback) return undefined;
  if (!PORTS.has(port)) return 'port';
  if (ipaddr.isValid(host)) return 'ip_literal';
  if (!host.includes('.') || LOCAL_NAME.test(host)) return 'host_name';
  return undefined;
}

/** Whether an address that a name resolved to may be connected to (platform.md section 9). */
export function isAllowedAddress(text: string, allowLoopback = false): boolean {
  if (!ipaddr.isValid(text)) return false;
  if (allowLoopback && isLoopbackAddress(text)) return true;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_V6);
}

function isLoopbackAddress(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback';
}
