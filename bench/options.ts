// The options of `npm run bench -- …`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  mode: 'measure' | 'growth' | 'smoke' | 'profile' | 'boot' | 'memory' | 'imports';
  /** Another checkout of the product, measured in turn with this one. */
  before?: string;
  /** Names of workloads; all by default. */
  only?: string[];
  /** Whether the run has all workloads at full length, as the report requires. */
  complete: boolean;
  rounds: number;
  /** Seconds of load for each variant, number of connections and round. */
  seconds: number;
  /** How long `--memory` runs. */
  minutes: number;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      smoke: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      before: { type: 'string' },
      boot: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      imports: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const mode = (['smoke', 'profile', 'growth', 'boot', 'memory', 'imports'] as const).find(
    (name) => values[name],
  );
  return {
    mode: mode ?? 'measure',
    ...(values.before && { before: resolve(values.before) }),
    ...(values.only && { only: values.only.flatMap((names) => names.split(',')) }),
    complete: !values.only && !values.quick,
    rounds: Number(values.rounds ?? (values.quick ? 2 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 1 : 3)),
    minutes: Number(values.minutes),
  };
}
