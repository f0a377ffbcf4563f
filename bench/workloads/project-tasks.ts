// Workloads: the task list and the board of a project of 1,000 tasks with links, subtasks and time.
import { LARGEST, ownerId, workspaceId } from '../dataset/sizes.ts';
import { ids } from './selections.ts';
import { type Body, floor, persisted, rest, type Workload } from './workload.ts';

const tenant = workspaceId(LARGEST);
const owner = ownerId(LARGEST);
const PROJECT = '01940000-0000-7000-8000-00000000f001';
const AUTHOR = `'{"type": "user", "id": "${owner}", "label": "Bench"}'::jsonb`;
const TASK = `('01940000-0000-7000-8000-0000000f' || lpad(to_hex(n), 4, '0'))::uuid`;
const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'];
const COLUMNS = STATUSES.map((status, index) => ({
  id: `01940000-0000-7000-8000-00000000e00${index}`,
  ...{ name: status, status, wipLimit: null, wipMode: 'soft' },
}));
const CARDS = 20;
const PAGE = 50;

const prepare = `
  insert into projects (tenant_id, id, version, number, name, company_id, status, currency, working_calendar, board, owner_user_id,
      created_at, updated_at, created_by, updated_by)
    select c.tenant_id, '${PROJECT}', 1, 'P-BENCH', 'Bench', c.id, 'active', 'EUR',
      '{"weekdays": ["mon", "tue", "wed", "thu", "fri"], "holidays": []}', '${JSON.stringify(COLUMNS)}', '${owner}',
      now(), now(), ${AUTHOR}, ${AUTHOR}
    from companies c where c.tenant_id = '${tenant}' and c.deleted_at is null order by c.id limit 1;
  insert into tasks (tenant_id, id, version, title, project_id, company_id, status, position, start_date, due_date, estimate_minutes,
      assignee_ids, completed_at, created_at, updated_at, created_by, updated_by)
    select p.tenant_id, ${TASK}, 1, 'Task ' || n, p.id, p.company_id, s.status, lpad(n::text, 8, '0'),
      date '2026-01-01' + n / 5, date '2026-01-02' + n / 5, 60, array['${owner}'::uuid],
      case when s.status = 'done' then now() end, now(), now(), ${AUTHOR}, ${AUTHOR}
    from projects p, generate_series(1, 1000) n, lateral (select (array['${STATUSES.join("','")}'])[n % 5 + 1] as status) s
    where p.id = '${PROJECT}';
  insert into task_dependencies (tenant_id, id, predecessor_id, successor_id, type, lag_days, crosses, created_at, updated_at)
    select t.tenant_id, t.id, o.id, t.id, 'finish_to_start', 0, false, now(), now()
    from tasks t join tasks o on o.tenant_id = t.tenant_id and o.project_id = t.project_id
      and o.position = lpad((t.position::int - 1)::text, 8, '0')
    where t.project_id = '${PROJECT}';
  analyze projects, tasks, task_dependencies`;

const restore = `
  delete from task_dependencies where tenant_id = '${tenant}' and successor_id in (select id from tasks where project_id = '${PROJECT}');
  delete from tasks where tenant_id = '${tenant}' and project_id = '${PROJECT}';
  delete from projects where tenant_id = '${tenant}' and id = '${PROJECT}'`;

const BLOCKED = `(t.status = 'blocked' or exists (select from task_dependencies d join tasks p on p.tenant_id = $1 and p.id = d.predecessor_id
  where d.tenant_id = $1 and d.successor_id = t.id and d.type = 'finish_to_start' and p.deleted_at is null
    and p.status not in ('done', 'cancelled')))`;

const LINK = (side: string, other: string) =>
  `(select coalesce(json_agg(json_build_object('id', d.id, '${other}_id', d.${other}_id, 'type', d.type, 'lag_days', d.lag_days)
      order by d.created_at, d.id), '[]') from task_dependencies d join tasks o on o.tenant_id = $1 and o.id = d.${other}_id and o.deleted_at is null
    where d.tenant_id = $1 and d.${side}_id = t.id)`;

/** The members of the documented record that are no columns, except those that depend on the calendar. */
const FIGURES = `${BLOCKED} as is_blocked,
  (select c ->> 'id' from projects p, jsonb_array_elements(p.board) c where p.tenant_id = $1 and p.id = t.project_id and c ->> 'status' = t.status) as column_id,
  (select coalesce(sum(e.minutes), 0) from time_entries e where e.tenant_id = $1 and e.task_id = t.id and e.deleted_at is null
    and e.status <> 'rejected') as tracked_minutes,
  (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'status', s.status) order by s.position, s.id), '[]')
    from tasks s where s.tenant_id = $1 and s.parent_id = t.id and s.deleted_at is null) as subtasks,
  ${LINK('successor', 'predecessor')} as dependencies, ${LINK('predecessor', 'successor')} as dependents`;

const readTasks = (tasks: Body[]) => ({ tasks: ids(tasks), blocked: tasks.map((task) => task.is_blocked) });

export const projectTasks: Workload<number> = {
  name: 'project-tasks',
  title: '50 of the 1,000 tasks of a project',
  prepare,
  restore,
  params: async () => Array.from({ length: 20 }, (_, index) => index + 1),
  variants: [
    persisted(
      {
        name: 'project-tasks',
        documents: {
          tasks: `query Tasks($project: UUID!, $page: Int!) {
            data: tasks(filter: { projectId: { eq: $project } }, sort: [POSITION_ASC], page: $page, pageSize: ${PAGE}) { page nodes {
              id title status priority position start_date: startDate due_date: dueDate assignee_ids: assigneeIds
              is_blocked: isBlocked } } }`,
        },
      },
      (page) => ({ project: PROJECT, page }),
      ({ tasks }) => readTasks(tasks.nodes),
    ),
    // The documented record has links, subtasks, time and a total in addition, as the floor's whole record has.
    rest(
      (page) => ({
        method: 'GET',
        path: `/api/tasks?filter[project_id]=${PROJECT}&sort=position&pageSize=${PAGE}&page=${page}`,
      }),
      ({ data }) => readTasks(data),
    ),
    floor(
      'project-tasks',
      `select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'priority', t.priority,
          'position', t.position, 'start_date', t.start_date, 'due_date', t.due_date, 'assignee_ids', t.assignee_ids,
          'is_blocked', ${BLOCKED}) order by t.position), '[]')::text as body
        from (select * from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null
          order by position, id limit ${PAGE} offset $3) t`,
      (page) => [tenant, PROJECT, (page - 1) * PAGE],
      readTasks,
    ),
    floor(
      'project-tasks-record',
      `select json_build_object('data', coalesce(json_agg(row_to_json(r) order by r.position), '[]'), 'total',
          (select count(*) from tasks n where n.tenant_id = $1 and n.project_id = $2 and n.deleted_at is null))::text as body
        from (select t.*, ${FIGURES} from (select * from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null
          order by position, id limit ${PAGE} offset $3) t) r`,
      (page) => [tenant, PROJECT, (page - 1) * PAGE],
      ({ data }) => readTasks(data),
      { note: 'whole record' },
    ),
  ],
};

const readBoard = (columns: Body[]) => ({
  counts: columns.map(({ count }) => count),
  cards: columns.map(({ cards }) => ids(cards)),
});

export const projectBoard: Workload<string> = {
  name: 'project-board',
  title: 'the board of a project of 1,000 tasks, 20 cards a column',
  prepare,
  restore,
  params: async () => [PROJECT],
  variants: [
    rest(
      (project) => ({ method: 'GET', path: `/api/projects/${project}/board` }),
      ({ data }) => readBoard(data.columns),
    ),
    floor(
      'project-board',
      `select json_agg(json_build_object('id', s.id, 'name', s.name, 'status', s.status,
          'count', (select count(*) from tasks n where n.tenant_id = $1 and n.project_id = $2 and n.deleted_at is null and n.status = s.status),
          'cards', (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'priority', t.priority,
              'assignee_ids', t.assignee_ids, 'due_date', t.due_date, 'is_blocked', ${BLOCKED}, 'position', t.position) order by t.position), '[]')
            from (select * from tasks where tenant_id = $1 and project_id = $2 and deleted_at is null and status = s.status
              order by position, id limit ${CARDS}) t)) order by s.place)::text as body
        from projects p, rows from (jsonb_to_recordset(p.board) as (id uuid, name text, status text)) with ordinality as s(id, name, status, place)
        where p.tenant_id = $1 and p.id = $2`,
      (project) => [tenant, project],
      readBoard,
    ),
  ],
};
