// `npm run bench`: makes the data where it is missing, runs us and the peers on it, and writes the report.
import { boot } from './boot/boot.ts';
import { growth } from './growth.ts';
import { measure } from './measure.ts';
import { measureMemory } from './memory.ts';
import { readOptions } from './options.ts';
import { pairs } from './pairs.ts';
import { profile } from './profile.ts';
import { smoke } from './smoke.ts';
import { Stage } from './stage.ts';

const options = readOptions(process.argv.slice(2));
// Ctrl-C leaves nothing running: the peers end with the channel to us, the server with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (options.mode === 'growth') await growth(options);
else if (options.before) await pairs(options, options.before);
else if (options.mode === 'boot') await boot(options);
else await onStage();

async function onStage(): Promise<void> {
  const stage = await Stage.open(options);
  try {
    if (options.mode === 'smoke') await smoke(stage);
    else if (options.mode === 'profile') await profile(stage, options);
    else if (options.mode === 'memory') await measureMemory(stage, options);
    else await measure(stage, options);
  } finally {
    await stage.close();
  }
}
