// Rules for URLs and addresses that users may have the service connect to. Pure functions.
import ipaddr from 'ipaddr.js';

/** The rule that a URL or an address breaks; sent as `details.rule`. */
export type EgressRule = 'url' | 'scheme' | 'port' | 'userinfo' | 'ip_literal' | 'host_name' | 'address';

const RULE_MESSAGES: Record<EgressRule, string> = {
  url: 'The URL must be absolute, such as https://hooks.example.com/in.',
  scheme: 'The URL must begin with https://.',
  port: 'The port must be 443 or 8443.',
  userinfo: 'The URL must not contain a user or a password.',
  ip_literal: 'The host must be a name, not an IP address.',
  host_name: 'The host must be a public name that resolves.',
  address: 'The host must resolve to public addresses only.',
};

const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
const LOCAL_NAME = /(^|\.)(local|internal|localhost)$/;
/** The IPv6 range assigned for global unicast. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Returns the message that says how to correct a URL that breaks a rule. */
export const ruleMessage = (rule: EgressRule): string => RULE_MESSAGES[rule];

/**
 * Returns the rule of platform.md section 9 that a URL breaks, without resolving its name; undefined if none.
 * @param allowLoopback a development setting: allows this machine, on any port and without TLS
 */
export function brokenUrlRule(text: string, allowLoopback = false): EgressRule | undefined {
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

/** Returns whether a resolved address may be connected to (platform.md section 9). */
export function isAllowedAddress(text: string, allowLoopback = false): boolean {
  if (!ipaddr.isValid(text)) return false;
  if (allowLoopback && isLoopbackAddress(text)) return true;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_V6);
}

/** Returns whether a host name or address means this machine. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (ipaddr.isValid(name) && isLoopbackAddress(name));
}

function isLoopbackAddress(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback';
}
