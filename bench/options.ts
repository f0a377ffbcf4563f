// What `npm run bench -- …` takes.
import { parseArgs } from 'node:util';
import type { Size } from './dataset/sizes.ts';

export interface Options {
  mode: 'measure' | 'smoke' | 'profile' | 'make';
  size: Size;
  /** Names of workloads; all without it. */
  only?: string[];
  /** Whether the run is all that the report wants: no part of the workloads, and not in haste. */
  complete: boolean;
  rounds: number;
  /** Of load, for each variant, number of connections and round. */
  seconds: number;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: 'small' },
      only: { type: 'string', multiple: true },
      smoke: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      make: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  if (values.size !== 'small' && values.size !== 'large') throw new Error('--size is small or large');
  const mode = values.smoke ? 'smoke' : values.profile ? 'profile' : values.make ? 'make' : 'measure';
  return {
    mode,
    size: values.smoke ? 'smoke' : values.size,
    ...(values.only && { only: values.only.flatMap((names) => names.split(',')) }),
    complete: !values.only && !values.quick,
    rounds: Number(values.rounds ?? (values.quick ? 2 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 1 : 3)),
  };
}
