// A mail server that answers as a test tells it, also in ways that no real one would.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** How the mail server answers; a function decides by the recipient. */
interface Behaviour {
  rcpt?: (address: string) => string | undefined;
  /** The answer to DATA. */
  data?: string;
  content?: string | 'drop' | 'silent';
  /** What happens between the content and its answer. */
  beforeAnswer?: () => Promise<unknown>;
  connect?: string;
}

export interface MailBox {
  port: number;
  mails: { recipients: string[]; source: string }[];
  behave(next: Behaviour): void;
  stop(): Promise<void>;
}

/** A mail server of a few lines, because it must break the protocol where a real one would not. */
export async function startMailBox(): Promise<MailBox> {
  const mails: MailBox['mails'] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = {};
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const {
      rcpt = () => undefined,
      data = '354 go on',
      content = '250 stored',
      beforeAnswer = async () => undefined,
      connect = '220 mail.example.com ESMTP',
    } = behaviour;
    socket.write(`${connect}\r\n`);
    let recipients: string[] = [];
    let body: string | undefined;
    let pending = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      pending += chunk;
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (body !== undefined) {
          if (line !== '.') {
            // A dot at the beginning of a line is doubled on its way.
            body += `${line.replace(/^\./, '')}\r\n`;
            continue;
          }
          mails.push({ recipients, source: body });
          body = undefined;
          if (content === 'drop') socket.destroy();
          else if (content !== 'silent') beforeAnswer().then(() => socket.write(`${content}\r\n`));
          continue;
        }
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'MAIL') recipients = [];
        if (verb === 'RCPT') {
          const address = /<(.*?)>/.exec(line)![1]!;
          const refusal = rcpt(address);
          if (!refusal) recipients.push(address);
          socket.write(`${refusal ?? '250 ok'}\r\n`);
        } else if (verb === 'DATA') {
          if (data.startsWith('354')) body = '';
          socket.write(`${data}\r\n`);
        } else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    behave(next) {
      behaviour = next;
    },
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
