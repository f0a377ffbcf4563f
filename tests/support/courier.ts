// A process that delivers and does nothing else, for tests that kill it.
import { readConfig } from '../../src/config.ts';
import { startCourier } from '../../src/domains/webhooks/courier.ts';
import { createServer } from '../../src/server.ts';

const config = readConfig();
const server = await createServer(config, config.databaseUrl!, { level: 'error' });
const courier = startCourier(server.services, server.app.log);
process.on('SIGTERM', async () => {
  await courier.stop();
  await server.close();
  process.exit(0);
});
process.stderr.write('delivering\n');
