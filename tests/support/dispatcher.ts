// A process that runs only the webhook dispatcher, for tests that kill it.
import { readConfig } from '../../src/config.ts';
import { startWebhookDispatcher } from '../../src/domains/webhooks/dispatcher.ts';
import { createServer } from '../../src/server.ts';

const config = readConfig();
const server = await createServer(config, config.databaseUrl!, { level: 'error' });
const dispatcher = startWebhookDispatcher(server.services, server.app.log);
process.on('SIGTERM', async () => {
  await dispatcher.stop();
  await server.close();
  process.exit(0);
});
process.stderr.write('delivering\n');
