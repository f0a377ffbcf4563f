// Resolvers of project templates: operations call services.
import { instantiateTemplate } from '../src/domains/project-templates/instantiate.ts';
import type { ProjectTemplate } from '../src/domains/project-templates/model.ts';
import {
  createProjectTemplate,
  deleteProjectTemplate,
  getProjectTemplate,
  listProjectTemplates,
  updateProjectTemplate,
} from '../src/domains/project-templates/service.ts';
import { structureOf } from '../src/domains/project-templates/structure-rules.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const projectTemplates: Resolvers = {
  Query: {
    projectTemplate: (_, { id }, ctx, info) =>
      getProjectTemplate(ctx, id, lookahead(info, 'project_templates')),
    projectTemplates: async (_, args, ctx, info) =>
      listProjectTemplates(
        ctx,
        await applySavedView(ctx, 'project_templates', args),
        lookahead(info, 'project_templates'),
      ),
  },
  Mutation: {
    createProjectTemplate: (_, { input }, ctx) => createProjectTemplate(ctx, input as never),
    updateProjectTemplate: (_, { id, input, expectedVersion }, ctx) =>
      updateProjectTemplate(ctx, id, input as never, expectedVersion),
    deleteProjectTemplate: (_, { id, expectedVersion }, ctx) =>
      deleteProjectTemplate(ctx, id, expectedVersion),
    instantiateProjectTemplate: (_, { id, input, dryRun }, ctx) =>
      instantiateTemplate(ctx, id, input as never, dryRun ?? false) as never,
  },
  ProjectTemplate: {
    structure: computed<ProjectTemplate>(['structure'], (row) => structureOf(row)),
  },
};
