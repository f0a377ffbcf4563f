// `npm run bench`: makes the data where it is missing, runs us and the peers on it, and writes the report.
import { measure } from './measure.ts';
import { readOptions } from './options.ts';
import { print } from './print.ts';
import { profile } from './profile.ts';
import { smoke } from './smoke.ts';
import { Stage } from './stage.ts';

const options = readOptions(process.argv.slice(2));
const stage = await Stage.open(options);
// Ctrl-C leaves nothing running: the peers end with the channel to us, the server with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  if (options.mode === 'smoke') await smoke(stage);
  else if (options.mode === 'profile') await profile(stage, options);
  else if (options.mode === 'measure') await measure(stage, options);
  else print('the data is there');
} finally {
  await stage.close();
}
