// The thread that judges the links of a large plan.
import { parentPort, workerData } from 'node:worker_threads';
import { judgeLinks, type LinkTask } from './pm-links.ts';

const { rowsByKey, links } = workerData as LinkTask;
parentPort!.postMessage(judgeLinks(rowsByKey, links));
