// npm run audit: verifies the audit log of every workspace, and lists each entry that was changed, removed or inserted.
import { explain, openDatabase } from '../boot.ts';
import { readConfig } from '../config.ts';
import { Database } from '../db/knex.ts';
import { verifyChain } from '../domains/audit/verify.ts';

let databaseUrl: string | undefined;
try {
  const config = readConfig();
  databaseUrl = config.databaseUrl;
  const opened = await openDatabase(config, (line) => process.stderr.write(`${line}\n`));
  const database = new Database(opened.url, 2, () => undefined);
  const tenants = await database.read({}, ({ db }) => db('tenants').select('id', 'slug').orderBy('slug'));
  for (const { id, slug } of tenants) {
    const { sealed, erased, unsealed, head, faults } = await verifyChain({ database }, id);
    // An operator who stores the head elsewhere can later detect that the last entries were removed.
    process.stdout.write(
      `${faults.length ? 'BROKEN' : 'proven'}  ${slug}: ${sealed} sealed, ${erased} erased, ${unsealed} waiting; head ${head.seq} ${head.hash}\n`,
    );
    for (const { seq, entryId, fault } of faults)
      process.stdout.write(`  ${fault}  seq ${seq ?? '-'}  entry ${entryId}\n`);
    if (faults.length) process.exitCode = 1;
  }
  await database.close();
  await opened.stop();
} catch (error) {
  process.stderr.write(`cannot verify: ${explain(error, databaseUrl)}\n`);
  process.exitCode = 1;
}
