// The columns of the board of a new project.
import { v7 as uuid } from 'uuid';
import type { BoardColumn } from './rules.ts';

const COLUMNS = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  blocked: 'Blocked',
  done: 'Done',
};

/** Returns one column for each status but cancelled. */
export function defaultColumns(): BoardColumn[] {
  return Object.entries(COLUMNS).map(([status, name]) => ({
    id: uuid(),
    name,
    status,
    wipLimit: null,
    wipMode: 'soft',
  }));
}
