// Outgoing requests: which URLs are allowed, and that private addresses are refused (platform.md section 9).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Egress } from '../../src/egress/egress.ts';
import { brokenUrlRule, isAllowedAddress } from '../../src/egress/rules.ts';

describe('the URL of an outgoing request', () => {
  it.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com:8443/in?a=1',
    'https://xn--bcher-kva.example/',
    'https://EXAMPLE.COM.:443/',
  ])('is allowed: %s', (url) => expect(brokenUrlRule(url)).toBeUndefined());

  it.each([
    ['/in', 'url'],
    ['http://hooks.example.com/', 'scheme'],
    ['ftp://hooks.example.com/', 'scheme'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://user@hooks.example.com/', 'userinfo'],
    ['https://:secret@hooks.example.com/', 'userinfo'],
    ['https://127.0.0.1/', 'ip_literal'],
    ['https://8.8.8.8/', 'ip_literal'],
    ['https://[::1]/', 'ip_literal'],
    // The URL standard parses these as IP addresses too.
    ['https://2130706433/', 'ip_literal'],
    ['https://0x7f.1/', 'ip_literal'],
    ['https://０１７７.1/', 'ip_literal'],
    ['https://localhost/', 'host_name'],
    ['https://intranet/', 'host_name'],
    ['https://printer.local/', 'host_name'],
    ['https://vault.internal./', 'host_name'],
    ['https://app.localhost/', 'host_name'],
  ])('is refused: %s, by the rule "%s"', (url, rule) => expect(brokenUrlRule(url)).toBe(rule));

  it('may name this machine only with the development setting', () => {
    for (const url of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]:9000/']) {
      expect(brokenUrlRule(url, true)).toBeUndefined();
      expect(brokenUrlRule(url)).toBeDefined();
    }
    expect(brokenUrlRule('http://10.0.0.1/', true)).toBe('scheme');
    expect(brokenUrlRule('https://10.0.0.1/', true)).toBe('ip_literal');
  });
});

describe('the address of an outgoing connection', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])('is allowed: %s', (address) =>
    expect(isAllowedAddress(address)).toBe(true),
  );

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.19.255.255',
    ],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fc00::1', 'fdff::1', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '::7f00:1', '5f00::1', 'nonsense'],
  ])('is refused: %s', (address) => expect(isAllowedAddress(address)).toBe(false));
});

describe('an outgoing request', () => {
  let target: Server;
  let port: number;
  let hits = 0;
  const strict = new Egress(false);
  const developmentEgress = new Egress(true);

  beforeAll(async () => {
    target = createServer((request, response) => {
      hits += 1;
      if (request.url === '/away') response.writeHead(302, { location: '/' }).end();
      else response.end('here');
    });
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
    port = (target.address() as AddressInfo).port;
  });
  afterAll(async () => {
    target.close();
    await Promise.all([strict.close(), developmentEgress.close()]);
  });

  it('reaches this machine only with the development setting', async () => {
    const url = `http://127.0.0.1:${port}/`;
    expect(await (await developmentEgress.fetch(url)).text()).toBe('here');
    await expect(strict.fetch(url)).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(hits).toBe(1);
  });

  it('does not follow a redirect', async () => {
    const before = hits;
    const { statusCode } = await developmentEgress.request(`http://127.0.0.1:${port}/away`, {
      method: 'POST',
    });
    expect(statusCode).toBe(302);
    await expect(developmentEgress.fetch(`http://127.0.0.1:${port}/away`)).rejects.toThrow();
    expect(hits).toBe(before + 2);
  });

  it('to a name that resolves to a private address is refused when it is sent and when the URL is stored', async () => {
    // These names resolve to this machine with any resolver; the suffix satisfies the rules for names.
    const inside = 'https://localhost.localdomain/';
    await expect(strict.assertAllowed(inside)).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
    await expect(strict.request(inside, { method: 'GET' })).rejects.toThrow();
  });
});
