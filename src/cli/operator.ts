// npm run operator -- <email>: makes an account the first operator; further ones are granted by operators.
import { v7 as uuid } from 'uuid';
import { PLATFORM_WORKSPACE } from '../access/operators.ts';
import { explain, openDatabase } from '../boot.ts';
import { readConfig } from '../config.ts';
import { Database } from '../db/knex.ts';

/** A reason why there is no first operator to appoint, in one line. */
class Refusal extends Error {}

/** Makes the account an administrator. @throws Refusal if there is no such account, or an administrator already */
async function appoint(database: Database, email: string, now: Date): Promise<void> {
  const actor = JSON.stringify({ type: 'system', id: null, label: 'system' });
  await database.write({ tenantId: PLATFORM_WORKSPACE }, async (tx) => {
    await tx.rows("select pg_advisory_xact_lock(hashtext('first operator'))", []);
    const [administrator] = await tx.rows(
      `select from operators
       where tenant_id = $1 and role = 'administrator' and state = 'active' and deleted_at is null limit 1`,
      [PLATFORM_WORKSPACE],
    );
    if (administrator)
      throw new Refusal(
        'there is an administrator already, who can grant operators: POST /api/admin/operators',
      );
    const [user] = await tx.rows<{ id: string }>(
      `select id from users where email = lower($1) and status = 'active'`,
      [email],
    );
    if (!user)
      throw new Refusal(`there is no active account ${email}; accept an invitation to a workspace first`);
    await tx.rows(
      `insert into operators (tenant_id, id, user_id, role, state, created_at, updated_at, created_by, updated_by)
       values ($1, $2, $3, 'administrator', 'active', $4, $4, $5, $5)`,
      [PLATFORM_WORKSPACE, uuid(), user.id, now, actor],
    );
  });
}

const [email] = process.argv.slice(2);
let databaseUrl: string | undefined;
try {
  if (!email) throw new Refusal('name the account: npm run operator -- you@example.com');
  const config = readConfig();
  databaseUrl = config.databaseUrl;
  const opened = await openDatabase(config, (line) => process.stderr.write(`${line}\n`));
  const database = new Database(opened.url, 1, () => undefined);
  try {
    await appoint(database, email, new Date());
  } finally {
    await database.close();
    await opened.stop();
  }
  process.stderr.write(
    `${email} is an operator now; operators sign in with a one-time code (POST /api/auth/mfa)\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : explain(error, databaseUrl)}\n`);
  process.exitCode = 1;
}
