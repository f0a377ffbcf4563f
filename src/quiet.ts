// Gives memory back once it is quiet. V8 does so by itself where it takes the process for idle, which after a load it may
// never do, or does in a lull of eight seconds, and with it forgets what its optimized code was made for; so `npm start`
// switches that off.
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 5_000;
/** So many looks in a row must find it quiet. */
const QUIET_LOOKS = 3;
/** Requests between two looks that are probes and stragglers. */
const STRAGGLERS = 5;
/** What is worth the pause of a collection, 150 ms. */
const WORTH_BYTES = 32 * 2 ** 20;

/** Collects once after each load that took memory, in a process that was started with `--expose-gc`. */
export function collectWhenQuiet(app: FastifyInstance): void {
  const { gc } = globalThis;
  if (!gc) return;
  const { rss } = process.memoryUsage;
  let recent = 0;
  let quietLooks = 0;
  let settled = rss();
  app.addHook('onResponse', (_request, _reply, next) => {
    recent += 1;
    next();
  });
  const timer = setInterval(() => {
    quietLooks = recent > STRAGGLERS ? 0 : quietLooks + 1;
    recent = 0;
    if (quietLooks < QUIET_LOOKS || rss() < settled + WORTH_BYTES) return;
    gc({ type: 'major', flavor: 'last-resort' });
    settled = rss();
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));
}
