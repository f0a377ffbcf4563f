// Checks that all variants of a workload give the same answer, before anything is timed.
import { isDeepStrictEqual } from 'node:util';
import { type Reply, send, type Target } from './request.ts';
import { type Answer, label, type Variant, type Workload } from './workloads/workload.ts';

/** A variant and the running peer that answers it. */
export interface Participant<P = unknown> {
  variant: Variant<P>;
  target: Target;
}

/**
 * Sends a few requests to every variant and compares the answers.
 * @throws Error that names the variants that differ, or the one that failed
 */
export async function compareAnswers<P>(
  workload: Workload<P>,
  participants: Participant<P>[],
  params: P[],
): Promise<void> {
  const sample = params.filter((_, index) => index % Math.ceil(params.length / 4) === 0);
  for (const param of sample) {
    const answers: LabelledAnswer[] = [];
    for (const { variant, target } of participants) {
      const name = label(variant);
      const reply = await send(target, variant.request(param, answers.length));
      answers.push({ name, answer: readAnswer(`${workload.name}, ${name}`, variant, reply) });
    }
    for (const one of answers) for (const other of answers) assertSame(workload.name, param, one, other);
  }
}

interface LabelledAnswer {
  name: string;
  answer: Answer;
}

function readAnswer<P>(source: string, variant: Variant<P>, { status, text }: Reply): Answer {
  if (status < 200 || status > 299) throw new Error(`${source}: ${status} ${text.slice(0, 500)}`);
  let answer: Answer;
  try {
    answer = variant.read(JSON.parse(text));
  } catch (error) {
    throw new Error(`${source}: ${(error as Error).message} in ${text.slice(0, 500)}`);
  }
  if (answer.errors) throw new Error(`${source}: ${JSON.stringify(answer.errors).slice(0, 500)}`);
  return answer;
}

/** Compares the members that both answers have; for example, a bounded total is not compared to an exact one. */
function assertSame(workload: string, param: unknown, one: LabelledAnswer, other: LabelledAnswer): void {
  for (const [name, value] of Object.entries(one.answer)) {
    if (!(name in other.answer) || isDeepStrictEqual(value, other.answer[name])) continue;
    throw new Error(
      `${workload} of ${JSON.stringify(param)}: "${name}" differs between ${one.name} and ${other.name}:\n${preview(value)}\n${preview(other.answer[name])}`,
    );
  }
}

function preview(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 400) ?? 'undefined';
}
