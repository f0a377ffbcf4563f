// What a process has and every request shares.
import type { Egress } from './egress/egress.ts';
import type { DeferredAudit } from './events/deferred-audit.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { OperationServices } from './operations/context.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface Services extends OperationServices {
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  /** The only way to URLs that people gave us. */
  readonly egress: Egress;
  /** Audit entries of what changes nothing: refusals, exports, reads of governed fields. */
  readonly deferredAudit: DeferredAudit;
}
