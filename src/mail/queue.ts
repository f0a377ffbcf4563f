// Mail as jobs: it is sent if, and only after, the transaction that wants it commits.
import { v7 as uuid } from 'uuid';
import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import type { Mail } from './mailer.ts';

/** What a job holds of a mail; sealed, because addresses are personal and links in the text are secrets. */
interface SealedMail {
  id: string;
  sealed: string;
}

/** About three days of trying. */
const ATTEMPTS = 25;

/** Asks for a mail in the transaction of the request, from a workspace or from none. */
export async function queueMail(ctx: Pick<Context, 'db' | 'services'>, mail: Mail): Promise<void> {
  const id = uuid();
  const stored: SealedMail = { id, sealed: ctx.services.keys.seal(JSON.stringify(mail), about(id)) };
  await ctx.db.raw('select enqueue_job(?, ?, null, null, ?, null)', [
    'send_mail',
    JSON.stringify(stored),
    ATTEMPTS,
  ]);
}

/** Sends a mail that was asked for. @throws what the SMTP server says, for another attempt */
export async function sendQueued(
  { keys, mailer }: Pick<Services, 'keys' | 'mailer'>,
  { id, sealed }: SealedMail,
  log: Log,
): Promise<void> {
  await mailer.send(JSON.parse(keys.open(sealed, about(id))) as Mail, id, log);
}

const about = (id: string): string => `mail:${id}`;
