// Gives memory back once it is quiet. V8 does so by itself where it takes the process for idle, which after a load it may
// never do, or does in a lull of eight seconds, and with it forgets what its optimized code was made for; so `npm start`
// switches that off.
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 5_000;
/** So many looks in a row must find it quiet. */
const QUIET_LOOKS = 3;
/** Requests between two looks that are probes and stragglers. */
const STRAGGLERS = 5;
/** Fewer requests than this leave nothing behind that is worth the pause of a collection, 150 ms. */
const LOAD = 1_000;

/** Collects once after each load, in a process that was started with `--expose-gc`. */
export function collectWhenQuiet(app: FastifyInstance): void {
  const { gc } = globalThis;
  if (!gc) return;
  let recent = 0;
  let sinceCollection = 0;
  let quietLooks = 0;
  app.addHook('onResponse', (_request, _reply, next) => {
    recent += 1;
    next();
  });
  const timer = setInterval(() => {
    quietLooks = recent > STRAGGLERS ? 0 : quietLooks + 1;
    sinceCollection += recent;
    recent = 0;
    if (quietLooks < QUIET_LOOKS || sinceCollection < LOAD) return;
    sinceCollection = 0;
    gc({ type: 'major', flavor: 'last-resort' });
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', () => clearInterval(timer));
}
