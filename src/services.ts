// What a process has and every request shares.
import type { Keys } from './access/keys.ts';
import type { PrincipalCache } from './access/principal.ts';
import type { FieldGovernance } from './access/redaction.ts';
import type { Section } from './access/sections.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/knex.ts';
import type { Egress } from './egress/egress.ts';
import type { SideEntries } from './events/side-entries.ts';
import type { Metrics } from './http/metrics.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { Mailer } from './mail/mailer.ts';
import type { QueueCall } from './operations/approval.ts';
import type { Catalogue } from './operations/catalogue.ts';
import type { OperationRunner } from './operations/execute.ts';
import type { InputValidator } from './operations/validate.ts';

export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly keys: Keys;
  readonly principals: PrincipalCache;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  /** The only way to URLs that people gave us. */
  readonly egress: Egress;
  /** Audit entries of what changes nothing: refusals, exports, reads of governed fields. */
  readonly sideEntries: SideEntries;
  readonly catalogue: Catalogue;
  readonly validator: InputValidator;
  readonly runner: OperationRunner;
  /** Where calls of agents go that a person must approve. */
  readonly queueCall: QueueCall;
  /** The governed fields by name, whatever their type: never in audit, events or logs. */
  readonly governed: ReadonlyMap<string, FieldGovernance>;
  /** The sections of each type that has some. */
  readonly sections: ReadonlyMap<string, Section[]>;
  /** Every permission that a role can hold, with its module. */
  readonly permissions: ReadonlyMap<string, string>;
}
