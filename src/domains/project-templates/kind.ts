// Declares the kind of record `project_template`.
import { recordKind } from '../records/kind.ts';
import { ProjectTemplate } from './model.ts';

export const projectTemplateKind = recordKind<ProjectTemplate>({
  model: ProjectTemplate,
  withheld: ['description', 'structure'],
  links: () => [],
  search: { subtitle: 'r.status', texts: { name: 'r.name' } },
});
