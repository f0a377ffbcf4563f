// Sends mail as jobs: after the transaction that queued it commits, and not if it rolls back.
import { v7 as uuid } from 'uuid';
import type { Context } from '../context.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import type { Mail } from './mailer.ts';

/** The mail in a job; encrypted, because addresses are personal data and links in the text are secrets. */
interface SealedMail {
  id: string;
  sealed: string;
}

/** 25 attempts take about three days. */
const MAX_ATTEMPTS = 25;

/** Queues a mail in the transaction of the request, inside or outside a workspace. */
export async function queueMail(ctx: Pick<Context, 'db' | 'services'>, mail: Mail): Promise<void> {
  const id = uuid();
  const stored: SealedMail = { id, sealed: ctx.services.keys.seal(JSON.stringify(mail), sealPurpose(id)) };
  await ctx.db.raw('select enqueue_job(?, ?, null, null, ?, null)', [
    'send_mail',
    JSON.stringify(stored),
    MAX_ATTEMPTS,
  ]);
}

/** Sends a queued mail. @throws the error of the SMTP server, so that the job is tried again */
export async function sendQueuedMail(
  { keys, mailer }: Pick<Services, 'keys' | 'mailer'>,
  { id, sealed }: SealedMail,
  log: Log,
): Promise<void> {
  await mailer.send(JSON.parse(keys.open(sealed, sealPurpose(id))) as Mail, id, log);
}

/** Returns the purpose that the encrypted mail is bound to. */
const sealPurpose = (id: string): string => `mail:${id}`;
