// Resolvers of tasks, boards and timelines: operations call services, other fields call loaders.
import { listActivity } from '../src/domains/activities/service.ts';
import { companyById } from '../src/domains/companies/loaders.ts';
import { dayOf } from '../src/domains/days.ts';
import { memberByUser } from '../src/domains/members/loaders.ts';
import { projectById } from '../src/domains/projects/loaders.ts';
import { applySavedView } from '../src/domains/saved-views/apply.ts';
import { getBoard, setBoard } from '../src/domains/tasks/board.ts';
import { bulkUpdateTasks } from '../src/domains/tasks/bulk.ts';
import { setChecklist, updateItem } from '../src/domains/tasks/checklist.ts';
import { createTask } from '../src/domains/tasks/create.ts';
import { deleteTask, restoreTask } from '../src/domains/tasks/delete.ts';
import { addDependency, removeDependency } from '../src/domains/tasks/dependencies.ts';
import {
  dependenciesOf,
  dependentsOf,
  FIGURES,
  figuresOf,
  subtasksOf,
  type TaskFigures,
  taskById,
  tasksOfProject,
} from '../src/domains/tasks/loaders.ts';
import type { Task, TaskDependency } from '../src/domains/tasks/model.ts';
import { moveTask } from '../src/domains/tasks/move.ts';
import { exportTasks, getTask, listTasks, updateTask } from '../src/domains/tasks/service.ts';
import { getTimeline } from '../src/domains/tasks/timeline.ts';
import { camelCase } from '../src/naming.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed, ofWrite } from './computed.ts';
import type { Resolvers } from './generated.ts';

const figure = (name: keyof TaskFigures) =>
  computed<Task>(['id'], async ({ id }, ctx) => (await figuresOf(ctx as never, id))[name], FIGURES[name]);

export const tasks: Resolvers = {
  Query: {
    task: (_, { id }, ctx, info) => getTask(ctx, id, lookahead(info, 'tasks')),
    tasks: async (_, args, ctx, info) =>
      listTasks(ctx, await applySavedView(ctx, 'tasks', args), lookahead(info, 'tasks')),
    exportTasks: async (_, args, ctx, info) =>
      exportTasks(ctx, await applySavedView(ctx, 'tasks', args), lookahead(info, 'tasks')),
    taskActivity: (_, { taskId, ...args }, ctx, info) =>
      listActivity(ctx, 'task', taskId, args, lookahead(info, 'activities')),
    projectBoard: (_, { projectId, ...args }, ctx) => getBoard(ctx, projectId, args) as never,
    projectTimeline: (_, { projectId }, ctx) => getTimeline(ctx, projectId) as never,
  },
  Mutation: {
    createTask: (_, { input }, ctx) => createTask(ctx, input as never),
    updateTask: (_, { id, input, expectedVersion }, ctx) =>
      updateTask(ctx, id, input as never, expectedVersion),
    deleteTask: (_, { id, expectedVersion }, ctx) => deleteTask(ctx, id, expectedVersion),
    restoreTask: (_, { id, expectedVersion }, ctx) => restoreTask(ctx, id, expectedVersion),
    moveTask: (_, { id, input, expectedVersion }, ctx) => moveTask(ctx, id, input, expectedVersion),
    bulkUpdateTasks: (_, { ids, changes }, ctx) => bulkUpdateTasks(ctx, ids, changes as never),
    addTaskDependency: (_, { taskId, input }, ctx) => addDependency(ctx, taskId, input as never) as never,
    removeTaskDependency: (_, { taskId, dependencyId }, ctx) => removeDependency(ctx, taskId, dependencyId),
    setTaskChecklist: (_, { id, items, expectedVersion }, ctx) =>
      setChecklist(ctx, id, items, expectedVersion),
    updateChecklistItem: (_, { taskId, checklistItemId, input, expectedVersion }, ctx) =>
      updateItem(ctx, taskId, checklistItemId, input, expectedVersion),
    setProjectBoard: (_, { projectId, columns, expectedVersion }, ctx) =>
      setBoard(ctx, projectId, columns as never, expectedVersion) as never,
  },
  Task: {
    project: related(projectById, 'projectId'),
    company: related(companyById, 'companyId'),
    parent: related(taskById, 'parentId'),
    assignees: computed<Task>(['assigneeIds'], async ({ assigneeIds }, ctx) =>
      (await Promise.all(assigneeIds.map((id) => memberByUser(ctx, id)))).filter((member) => member !== null),
    ),
    columnId: figure('columnId'),
    trackedMinutes: figure('trackedMinutes'),
    durationDays: figure('durationDays'),
    isBlocked: figure('isBlocked'),
    scheduleConflict: figure('scheduleConflict'),
    isOverdue: computed<Task>(
      ['status', 'dueDate'],
      ({ status, dueDate }, ctx) =>
        status !== 'done' &&
        status !== 'cancelled' &&
        dueDate !== null &&
        dueDate < dayOf(ctx.now, ctx.principal.timeZone),
    ),
    dueTime: computed<Task>(
      ['dueTime'],
      ({ dueTime }) => dueTime?.slice(0, 5) ?? null,
      (table) => `to_char(${table}.due_time, 'HH24:MI')`,
    ),
    checklist: computed<Task>(['checklist'], ({ checklist }) =>
      checklist.map((item) =>
        Object.fromEntries(Object.entries(item).map(([name, value]) => [camelCase(name), value])),
      ),
    ),
    subtasks: related(subtasksOf),
    dependencies: related(dependenciesOf),
    dependents: related(dependentsOf),
    rescheduled: ofWrite<Task>('rescheduled'),
    dropped: ofWrite<Task>('dropped'),
    warnings: ofWrite<Task>('warnings'),
  },
  TaskDependency: {
    outcome: computed<TaskDependency & { outcome?: string }>([], ({ outcome }) => outcome ?? null),
    rescheduled: ofWrite<TaskDependency>('rescheduled'),
    warnings: ofWrite<TaskDependency>('warnings'),
  },
  Project: { tasks: related(tasksOfProject) },
};
