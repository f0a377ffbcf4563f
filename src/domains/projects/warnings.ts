// Warnings: what a write of delivery let pass but the caller should know. They stand in the answer to the write only.

export interface DeliveryWarning {
  code:
    | 'TASK_BLOCKED'
    | 'ASSIGNEE_NOT_MEMBER'
    | 'WIP_LIMIT_EXCEEDED'
    | 'UNBILLED_TIME'
    | 'BUDGET_EXCEEDED'
    | 'OPEN_TASKS'
    | 'PARENT_REOPENED';
  message: string;
  ids: string[];
}

/** Returns the record with warnings, for the answer to a write. */
export function withWarnings<M extends object>(record: M, warnings: DeliveryWarning[]): M {
  return warnings.length ? Object.assign(record, { warnings }) : record;
}
