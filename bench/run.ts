// `npm run bench`: creates missing data sets, runs our service and the peers on them, and writes the report.
import { boot } from './boot/boot.ts';
import { Environment } from './environment.ts';
import { growth } from './growth.ts';
import { measureImport } from './imports.ts';
import { measure } from './measure.ts';
import { measureMemory } from './memory.ts';
import { readOptions } from './options.ts';
import { pairs } from './pairs.ts';
import { profile } from './profile.ts';
import { smoke } from './smoke.ts';

const options = readOptions(process.argv.slice(2));
// On Ctrl-C everything stops: peers exit when their channel closes, PostgreSQL stops with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (options.mode === 'growth') await growth(options);
else if (options.before) await pairs(options, options.before);
else if (options.mode === 'boot') await boot(options);
else await runInEnvironment();

async function runInEnvironment(): Promise<void> {
  const environment = await Environment.open(options);
  try {
    if (options.mode === 'smoke') await smoke(environment);
    else if (options.mode === 'profile') await profile(environment, options);
    else if (options.mode === 'memory') await measureMemory(environment, options);
    else if (options.mode === 'imports') await measureImport(environment, options);
    else await measure(environment, options);
  } finally {
    await environment.close();
  }
}
