// The board of a project: its tasks by status, read in one statement.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { lockProject } from '../projects/kind.ts';
import { findProject } from '../projects/look-ups.ts';
import type { Project } from '../projects/model.ts';
import type { BoardColumn } from '../projects/rules.ts';
import type { DeliveryWarning } from '../projects/warnings.ts';
import { blockedSql } from './kind.ts';
import { TASK_STATUSES } from './rules.ts';

const DEFAULT_CARDS = 20;

export interface BoardArguments {
  cards?: number | null;
  columnId?: string | null;
  cursor?: string | null;
}

interface Card {
  id: string;
  title: string;
  status: string;
  priority: string;
  assigneeIds: string[];
  dueDate: string | null;
  isBlocked: boolean;
  position: string;
}

/** Returns the board of a project. @throws NOT_FOUND; VALIDATION_ERROR exists, cursor */
export async function getBoard(ctx: TenantContext, projectId: string, args: BoardArguments): Promise<object> {
  const project = await findProject(ctx, projectId);
  return boardOf(ctx, project, args);
}

async function boardOf(
  ctx: TenantContext,
  project: Project,
  { cards, columnId, cursor }: BoardArguments,
): Promise<object> {
  const limit = cards ?? DEFAULT_CARDS;
  const chosen = columnId ? project.board.filter(({ id }) => id === columnId.toLowerCase()) : project.board;
  if (columnId && chosen.length === 0) throw invalid('column_id', 'exists', 'The board has no such column.');
  if (cursor && !columnId) throw invalid('column_id', 'required', 'A cursor continues a column; name it.');
  const rows = await ctx.tx.rows<{ status: string; n: number; cards: Card[] | null }>(
    cursor ? selectBoard('and (t.position, t.id) > ($6 collate "C", $7::uuid)') : selectBoard(''),
    [
      ctx.tenantId,
      project.id,
      chosen.map(({ status }) => status),
      limit + 1,
      [...TASK_STATUSES],
      ...(cursor ? readCursor(cursor) : []),
    ],
    'generic',
  );
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  const columns = chosen.map((column) => {
    const { n, cards: found } = byStatus.get(column.status) ?? { n: 0, cards: [] };
    const firstCards = (found ?? []).slice(0, limit);
    const last = firstCards.at(-1);
    return {
      ...column,
      position: project.board.indexOf(column) + 1,
      count: n,
      overLimit: column.wipLimit !== null && n > column.wipLimit,
      cards: firstCards,
      nextCursor: last && (found?.length ?? 0) > limit ? writeCursor(last) : null,
    };
  });
  const visible = new Set(project.board.map(({ status }) => status));
  const hidden = TASK_STATUSES.filter((status) => !visible.has(status)).map((status) => ({
    status,
    count: byStatus.get(status)?.n ?? 0,
  }));
  const warnings: DeliveryWarning[] = [];
  return { projectId: project.id, version: project.version, columns, hidden, warnings };
}

/** Counts of every status, and the first cards of the chosen ones that meet a condition. */
const selectBoard = (condition: string) => `
  with counts as (select t.status, count(*) as n from tasks t
    where t.tenant_id = $1 and t.project_id = $2 and t.deleted_at is null group by 1)
  select s.status, coalesce(n.n, 0) as n,
    case when s.status = any($3) then (select json_agg(c) from (
      select t.id, t.title, t.status, t.priority, t.assignee_ids as "assigneeIds", t.due_date as "dueDate",
        ${blockedSql('t')} as "isBlocked", t.position
      from tasks t where t.tenant_id = $1 and t.project_id = $2 and t.status = s.status and t.deleted_at is null ${condition}
      order by t.position, t.id limit $4) c) end as cards
  from unnest($5::text[]) as s(status) left join counts n on n.status = s.status`;

function writeCursor({ position, id }: Card): string {
  return Buffer.from(`${position} ${id}`).toString('base64url');
}

function readCursor(cursor: string): string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (parts.length === 2 && /^[0-9a-z]+$/.test(parts[0]!) && /^[0-9a-f-]{36}$/.test(parts[1]!)) return parts;
  throw invalid('cursor', 'cursor', 'This is no cursor of a column; send next_cursor as you got it.');
}

export interface BoardColumnInput {
  id?: string | null;
  name: string;
  status: string;
  wipLimit?: number | null;
  wipMode?: 'soft' | 'hard' | null;
}

/** Replaces the columns of a board. @throws NOT_FOUND, PRECONDITION_FAILED; VALIDATION_ERROR unique, exists */
export async function setBoard(
  ctx: TenantContext,
  projectId: string,
  inputs: readonly BoardColumnInput[],
  expectedVersion?: number | null,
): Promise<object> {
  const project = await lockProject(ctx, projectId, { expectedVersion: expectedVersion ?? null });
  const named = new Set(inputs.flatMap(({ id }) => id?.toLowerCase() ?? []));
  const board = inputs.map(({ id, name, status, wipLimit, wipMode }, index): BoardColumn => {
    if (inputs.findIndex((other) => other.status === status) < index)
      throw invalid(`columns[${index}].status`, 'unique', 'Give each status one column.');
    const known = project.board.find((column) =>
      id ? column.id === id.toLowerCase() : column.status === status && !named.has(column.id),
    );
    if (id && !known) throw invalid(`columns[${index}].id`, 'exists', 'The board has no such column.');
    if (id && inputs.findIndex((other) => other.id === id) < index)
      throw invalid(`columns[${index}].id`, 'unique', 'Give each column once.');
    const text = name.trim();
    if (!text) throw invalid(`columns[${index}].name`, 'required', 'Give the column a name.');
    return {
      id: known ? known.id : uuid(),
      name: text,
      status,
      wipLimit: wipLimit ?? null,
      wipMode: wipMode ?? 'soft',
    };
  });
  const after = (await (project as Project).change(ctx, { board })) as Project;
  if (after !== (project as Project))
    await emit(ctx, 'project.board_changed', {
      object: after,
      label: after.name,
      before: { board: project.board },
      after: { board },
      links: [],
    });
  return boardOf(ctx, after, {});
}
