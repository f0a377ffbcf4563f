// What a process has and every request shares.
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/knex.ts';
import type { Keys } from './access/keys.ts';
import type { PrincipalCache } from './access/principal.ts';
import type { Catalogue } from './operations/catalogue.ts';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly keys: Keys;
  readonly principals: PrincipalCache;
  readonly catalogue: Catalogue;
  /** Names of the governed fields, whatever their type: never in audit, events or logs. */
  readonly governed: ReadonlySet<string>;
}
