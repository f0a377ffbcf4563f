// Resolvers of projects and their parts: operations call services, other fields call loaders.
import { listActivity } from '../src/domains/activities/service.ts';
import { companyById } from '../src/domains/companies/loaders.ts';
import { contactById } from '../src/domains/contacts/loaders.ts';
import { dealsOfProject } from '../src/domains/deals/project-links.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { formatMoney, moneySql } from '../src/domains/money.ts';
import { getFinancials } from '../src/domains/projects/financials.ts';
import {
  contactsOfProject,
  healthOfProject,
  membersOfProject,
  milestonesOfProject,
  partnersOfProject,
  projectById,
  projectsOfCompany,
  projectsOfContact,
  projectsOfDeal,
} from '../src/domains/projects/loaders.ts';
import { milestoneAmount } from '../src/domains/projects/milestone-amounts.ts';
import { createMilestone, deleteMilestone, updateMilestone } from '../src/domains/projects/milestones.ts';
import type { Milestone, Project, ProjectMember } from '../src/domains/projects/model.ts';
import { removeMember, setContacts, setMember, setPartners } from '../src/domains/projects/people.ts';
import { shownRate } from '../src/domains/projects/rates.ts';
import {
  createProject,
  deleteProject,
  exportProjects,
  getProject,
  listProjects,
  restoreProject,
  updateProject,
} from '../src/domains/projects/service.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed, ofWrite } from './computed.ts';
import type { Resolvers } from './generated.ts';

/** A rate of a member, in the currency of the project. */
const memberRate = (name: 'billRate' | 'costRate') =>
  computed<ProjectMember>([name, 'projectId'], async (member, ctx) => {
    if (member[name] === null) return null;
    const project = await projectById(ctx, member.projectId);
    return project && shownRate(ctx as never, member[name], project.currency);
  });

export const projects: Resolvers = {
  Query: {
    project: (_, { id }, ctx, info) => getProject(ctx, id, lookahead(info, 'projects')),
    projects: async (_, args, ctx, info) =>
      listProjects(ctx, await applySavedView(ctx, 'projects', args), lookahead(info, 'projects')),
    exportProjects: async (_, args, ctx, info) =>
      exportProjects(ctx, await applySavedView(ctx, 'projects', args), lookahead(info, 'projects')),
    projectActivity: (_, { projectId, ...args }, ctx, info) =>
      listActivity(ctx, 'project', projectId, args, lookahead(info, 'activities')),
    projectFinancials: (_, { projectId }, ctx) => getFinancials(ctx, projectId) as never,
  },
  Mutation: {
    createProject: (_, { input }, ctx) => createProject(ctx, input as never),
    updateProject: (_, { id, input, expectedVersion }, ctx) =>
      updateProject(ctx, id, input as never, expectedVersion),
    deleteProject: (_, { id, expectedVersion }, ctx) => deleteProject(ctx, id, expectedVersion),
    restoreProject: (_, { id, expectedVersion }, ctx) => restoreProject(ctx, id, expectedVersion),
    setProjectContacts: (_, { id, contacts, expectedVersion }, ctx) =>
      setContacts(ctx, id, contacts, expectedVersion),
    setProjectPartners: (_, { id, partners, expectedVersion }, ctx) =>
      setPartners(ctx, id, partners, expectedVersion),
    setProjectMember: (_, { id, userId, input, expectedVersion }, ctx) =>
      setMember(ctx, id, userId, input as never, expectedVersion),
    removeProjectMember: (_, { id, userId, reassignToUserId, expectedVersion }, ctx) =>
      removeMember(ctx, id, userId, reassignToUserId, expectedVersion),
    createMilestone: (_, { projectId, input }, ctx) => createMilestone(ctx, projectId, input as never),
    updateMilestone: (_, { projectId, milestoneId, input, expectedVersion }, ctx) =>
      updateMilestone(ctx, projectId, milestoneId, input as never, expectedVersion),
    deleteMilestone: (_, { projectId, milestoneId, expectedVersion }, ctx) =>
      deleteMilestone(ctx, projectId, milestoneId, expectedVersion),
  },
  Project: {
    company: related(companyById, 'companyId'),
    owner: related(memberByUser, 'ownerUserId'),
    health: computed<Project>(['id'], ({ id }, ctx) => healthOfProject(ctx as never, id)),
    budgetAmount: computed<Project>(
      ['budgetAmount', 'currency'],
      ({ budgetAmount, currency }) => budgetAmount && formatMoney(budgetAmount, currency),
      (project) => moneySql(`${project}.budget_amount`, `${project}.currency`),
    ),
    billRate: computed<Project>(['billRate', 'currency'], ({ billRate, currency }, ctx) =>
      shownRate(ctx as never, billRate, currency),
    ),
    contacts: related(contactsOfProject),
    partners: related(partnersOfProject),
    members: related(membersOfProject),
    deals: related(dealsOfProject),
    dealIds: computed<Project>(['id'], async ({ id }, ctx) =>
      ((await dealsOfProject(ctx, id)) as { id: string }[]).map((deal) => deal.id),
    ),
    milestones: related(milestonesOfProject),
    warnings: ofWrite<Project>('warnings'),
  },
  ProjectContact: { contact: related(contactById, 'contactId') },
  ProjectPartner: { company: related(companyById, 'companyId') },
  ProjectMember: { billRate: memberRate('billRate'), costRate: memberRate('costRate') },
  Milestone: {
    billingAmount: computed<Milestone>(['billingAmount', 'projectId'], ({ billingAmount, projectId }, ctx) =>
      milestoneAmount(ctx as never, { projectId, billingAmount, billingPercent: null }),
    ),
    billingPercent: computed<Milestone>(['billingPercent'], ({ billingPercent }) =>
      billingPercent?.replace(/\.?0+$/, ''),
    ),
    amount: computed<Milestone>(['billingAmount', 'billingPercent', 'projectId'], (milestone, ctx) =>
      milestoneAmount(ctx as never, milestone),
    ),
  },
  Company: { projects: related(projectsOfCompany) },
  Contact: { projects: related(projectsOfContact) },
  Deal: { project: related(projectById, 'projectId'), projects: related(projectsOfDeal) },
};
