// The work that the demo delivers: the phases of each trade, as the structure of a project template.
import type { StructureInput } from '../domains/project-templates/structure-rules.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** What a trade delivers: the name of its template, and its phases with their steps and working days. */
export const WORK: Readonly<
  Record<DemoWorkspace['trade'], { name: string; phases: Readonly<Record<string, readonly string[]>> }>
> = {
  wholesale: {
    name: 'Warehouse rollout',
    phases: {
      Survey: ['Walk through the site', 'Measure the aisles', 'Write the report'],
      Installation: ['Order the scanners', 'Label the shelves', 'Connect the interfaces'],
      'Go-live': ['Train the team', 'Stock-taking on the new system', 'Sign-off with {{customer}}'],
    },
  },
  studio: {
    name: 'Visual identity',
    phases: {
      Research: ['Kick-off with {{customer}}', 'Interviews', 'Positioning'],
      Design: ['Three directions', 'Refine the chosen one', 'Prepare the files'],
      Delivery: ['Write the guidelines', 'Print run', 'Hand-over'],
    },
  },
};
export const STEP_DAYS = 4;
export const MINUTES_A_DAY = 240;

/** Returns the structure of the template: each phase waits for the one before, and ends with a milestone. */
export function structureOf(trade: DemoWorkspace['trade']): StructureInput {
  const phases = Object.entries(WORK[trade].phases);
  return {
    variables: [{ name: 'customer', default: 'the customer' }],
    roles: ['lead'],
    milestones: phases.map(([phase, steps], index) => ({
      key: `m${index}`,
      name: `${phase} done`,
      offsetDays: (index + 1) * steps.length * STEP_DAYS - 1,
    })),
    tasks: phases.flatMap(([phase, steps], index) => [
      { key: `p${index}`, title: phase, ...(index && { dependsOn: [{ key: `p${index - 1}` }] }) },
      ...steps.map((title, step) => ({
        key: `p${index}s${step}`,
        parentKey: `p${index}`,
        title,
        offsetDays: (index * steps.length + step) * STEP_DAYS,
        durationDays: STEP_DAYS,
        estimateMinutes: STEP_DAYS * MINUTES_A_DAY,
        role: 'lead',
        milestoneKey: `m${index}`,
        ...(step && { dependsOn: [{ key: `p${index}s${step - 1}` }] }),
      })),
    ]),
  };
}
