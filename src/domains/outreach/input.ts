// Reads what people write of a sequence: its steps with their texts, and the sending window.
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuid } from 'uuid';
import { invalid } from '../../errors.ts';
import type { SendingWindow } from '../enrolments/sending-window.ts';
import { readTimeZone } from '../locales.ts';
import { assertMergeFields } from '../merge-fields.ts';
import { sanitizeMailHtml } from '../rich-text.ts';
import type { Step, Template } from './model.ts';

export const DEFAULT_WINDOW: SendingWindow = {
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  until: '17:00',
  timeZone: null,
};

export interface StepInput {
  id?: string | null;
  kind: Step['kind'];
  waitDays: number;
  template: { [member in keyof Template]?: string | null };
}

export interface WindowInput {
  days: readonly number[];
  from: string;
  until: string;
  timeZone?: string | null;
}

const OF_EMAIL = ['subject', 'bodyText', 'bodyHtml'] as const;
const OF_TASK = ['title', 'body'] as const;

/**
 * Returns the steps of an input; a step keeps its id where it gives that of a former one, or equals the former one in its
 * place.
 * @throws VALIDATION_ERROR exists, unique, required, not_for_kind, merge_field
 */
export function readSteps(inputs: readonly StepInput[], former: readonly Step[]): Step[] {
  const known = new Set(former.map(({ id }) => id));
  return inputs.map(({ id, kind, waitDays, template }, index) => {
    const path = `steps[${index}]`;
    if (id && !known.has(id))
      throw invalid(`${path}.id`, 'exists', 'The sequence has no such step; leave the id out.');
    if (id && inputs.findIndex((one) => one.id === id) !== index)
      throw invalid(`${path}.id`, 'unique', 'Another step has this id; leave it out.');
    const step = { kind, waitDays, template: readTemplate(kind, template, `${path}.template`) };
    return { id: id || sameStep(step, former[index], inputs)?.id || uuid(), ...step };
  });
}

/** Returns a former step if it equals a new one and no other step takes its id. */
function sameStep(
  { kind, waitDays, template }: Omit<Step, 'id'>,
  former: Step | undefined,
  inputs: readonly StepInput[],
): Step | undefined {
  const isSame =
    former?.kind === kind && former.waitDays === waitDays && isDeepStrictEqual(former.template, template);
  return isSame && inputs.every(({ id }) => id !== former.id) ? former : undefined;
}

function readTemplate(kind: Step['kind'], input: StepInput['template'], path: string): Template {
  const [own, others] = kind === 'email' ? [OF_EMAIL, OF_TASK] : [OF_TASK, OF_EMAIL];
  const foreign = others.find((name) => input[name]?.trim());
  if (foreign)
    throw invalid(`${path}.${wire(foreign)}`, 'not_for_kind', `A step of ${kind} has no ${wire(foreign)}.`);
  const template: Template = { subject: null, bodyText: null, bodyHtml: null, title: null, body: null };
  for (const name of own) {
    const text = input[name]?.trim();
    if (!text) continue;
    assertMergeFields(text, `${path}.${wire(name)}`);
    template[name] = name === 'bodyHtml' ? sanitizeMailHtml(text) : text;
  }
  const title = kind === 'email' ? 'subject' : 'title';
  if (!template[title]) throw invalid(`${path}.${title}`, 'required', `Give the step a ${title}.`);
  if (kind === 'email' && !template.bodyText && !template.bodyHtml)
    throw invalid(`${path}.body_text`, 'required', 'Give the mail a body_text or a body_html.');
  return template;
}

/** Returns the window of an input. @throws VALIDATION_ERROR range, invalid_range, timezone */
export function readWindow(input: WindowInput): SendingWindow {
  const { from, until } = input;
  const days = [...new Set(input.days)].sort();
  if (days.length !== input.days.length || days.some((day) => day < 1 || day > 7))
    throw invalid('sending_window.days', 'range', 'Give days from 1 (Monday) to 7 (Sunday), each once.');
  if (until <= from) throw invalid('sending_window.until', 'invalid_range', 'until must be after from.');
  const timeZone = input.timeZone ? readTimeZone(input.timeZone, 'sending_window.time_zone') : null;
  return { days, from, until, timeZone };
}

function wire(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
