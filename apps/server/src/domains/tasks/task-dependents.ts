import { type Dependent, workOfMembers } from '../../persistence/dependents.ts'

export const taskDependents: Dependent[] = [
  { on: 'athlete', table: 'tasks', column: 'athlete_id', merge: 'move', erase: { delete: true }, touched: true },
  { on: 'deal', table: 'tasks', column: 'deal_id', remove: 'delete', erase: { delete: true } },
  // Removal detaches them (`detachTasksOfCompany`), merge moves them (`moveTasksOfCompany`).
  { on: 'company', table: 'tasks', column: 'company_id', remove: 'keep', merge: 'move' },
  // `taskHandover` gives open tasks to someone else. Completed tasks keep `done_by`.
  { on: 'member', table: 'tasks', column: 'assignee_id', leave: 'clear' },
  { on: 'member', table: 'task_reminders', column: 'user_id', leave: 'delete' },
  ...workOfMembers({ tasks: ['created_by', 'done_by'] }),
]
