// A DNS server that answers TXT queries, for tests of domain proofs.
import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';

export interface DnsServer {
  /** TXT records by host name. */
  records: Map<string, string>;
  stop(): Promise<void>;
}

/** Starts the server and makes this process use it for DNS. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(answer(query, records), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const former = getServers();
  setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    records,
    stop: () => {
      setServers(former);
      return new Promise((done) => socket.close(() => done()));
    },
  };
}

/** Builds a DNS response (RFC 1035): the question with its TXT record, or NXDOMAIN. */
function answer(query: Buffer, records: Map<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const text = records.get(labels.join('.').toLowerCase());
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  if (text === undefined) return Buffer.concat([header, question]);
  const record = Buffer.alloc(13 + text.length);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(text.length + 1, 10);
  record.writeUInt8(text.length, 12);
  record.write(text, 13, 'ascii');
  return Buffer.concat([header, question, record]);
}
