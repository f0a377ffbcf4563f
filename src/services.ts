// The services of a process, which all requests share.
import type { PlatformNotices } from './access/platform-notices.ts';
import type { Egress } from './egress/egress.ts';
import type { DeferredAudit } from './events/deferred-audit.ts';
import type { Files } from './files/files.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { OperationServices } from './operations/context.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface Services extends OperationServices {
  readonly limiter: RateLimiter;
  readonly notices: PlatformNotices;
  readonly metrics: Metrics;
  readonly mailer: Mailer;
  readonly files: Files;
  /** The only way to make requests to URLs given by users. */
  readonly egress: Egress;
  /** Writes audit entries of requests that change nothing: refusals, exports, reads of governed fields. */
  readonly deferredAudit: DeferredAudit;
}
