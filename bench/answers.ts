// Whether all variants of a workload give the same answer: compared before anything is timed.
import { isDeepStrictEqual } from 'node:util';
import { type Reply, send, type Target } from './request.ts';
import { type Answer, label, type Variant, type Workload } from './workloads/workload.ts';

/** A variant with the peer that answers it. */
export interface Contestant<P = unknown> {
  variant: Variant<P>;
  target: Target;
}

/**
 * Asks every variant for a few parameters.
 * @throws Error naming the variants that differ, or the one that refused
 */
export async function compare<P>(
  workload: Workload<P>,
  contestants: Contestant<P>[],
  params: P[],
): Promise<void> {
  const sample = params.filter((_, index) => index % Math.ceil(params.length / 4) === 0);
  for (const param of sample) {
    const answers: { of: string; answer: Answer }[] = [];
    for (const { variant, target } of contestants) {
      const of = label(variant);
      const reply = await send(target, variant.request(param, answers.length));
      answers.push({ of, answer: readAnswer(`${workload.name}, ${of}`, variant, reply) });
    }
    for (const one of answers) for (const other of answers) assertSame(workload.name, param, one, other);
  }
}

function readAnswer<P>(of: string, variant: Variant<P>, { status, text }: Reply): Answer {
  if (status < 200 || status > 299) throw new Error(`${of}: ${status} ${text.slice(0, 500)}`);
  let answer: Answer;
  try {
    answer = variant.read(JSON.parse(text));
  } catch (error) {
    throw new Error(`${of}: ${(error as Error).message} in ${text.slice(0, 500)}`);
  }
  if (answer.errors) throw new Error(`${of}: ${JSON.stringify(answer.errors).slice(0, 500)}`);
  return answer;
}

/** Members that only one of them has are not compared: a bounded total is not an exact one. */
function assertSame(
  workload: string,
  param: unknown,
  one: { of: string; answer: Answer },
  other: { of: string; answer: Answer },
): void {
  for (const [name, value] of Object.entries(one.answer)) {
    if (!(name in other.answer) || isDeepStrictEqual(value, other.answer[name])) continue;
    throw new Error(
      `${workload} of ${JSON.stringify(param)}: "${name}" of ${one.of} and of ${other.of} differ:\n${show(value)}\n${show(other.answer[name])}`,
    );
  }
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 400) ?? 'undefined';
}
