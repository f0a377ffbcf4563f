// npm run migrate: migrates the database of the settings to the newest schema, for deployments that do this separately.
import { explain, openDatabase } from '../boot.ts';
import { readConfig } from '../config.ts';

let databaseUrl: string | undefined;
try {
  const config = readConfig();
  databaseUrl = config.databaseUrl;
  const database = await openDatabase(config, (line) => process.stderr.write(`${line}\n`));
  await database.stop();
  process.stderr.write('the database has the newest schema\n');
} catch (error) {
  process.stderr.write(`cannot migrate: ${explain(error, databaseUrl)}\n`);
  process.exitCode = 1;
}
