import { Readable } from 'node:stream'
import { taskOperations } from '@sherpa/contracts/task-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { TaskService } from './change-tasks.ts'
import { exportTasks } from './export-tasks.ts'
import { listAssignees } from './task-assignees.ts'
import { listTasks } from './tasks.ts'

const limits = { person: 1000 }

export function taskRoutes(endpoint: DefineEndpoint, { database, tasks }: { database: Database; tasks: TaskService }) {
  endpoint(taskOperations.tasks, { limits: 'none' }, ({ query, ...viewer }) => listTasks(database, viewer, query))
  endpoint(taskOperations.exportTasks, { limits: { person: 30 } }, async ({ query, reply, ...viewer }) => {
    const { count, parts } = await exportTasks(database, viewer, query)
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="tasks.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(parts))
  })
  endpoint(taskOperations.taskAssignees, { limits: 'none' }, ({ query, ...viewer }) =>
    listAssignees(database, viewer, query),
  )
  endpoint(taskOperations.addTask, { limits }, ({ body, idempotency, ...viewer }) =>
    tasks.add(viewer, body, idempotency),
  )
  endpoint(taskOperations.task, { limits: 'none' }, ({ parameter, ...viewer }) => tasks.load(viewer, parameter('task')))
  endpoint(
    taskOperations.changeTask,
    { limits, refusals: { 409: 'Changed meanwhile' } },
    ({ parameter, body, ...viewer }) => tasks.change(viewer, parameter('task'), body),
  )
  endpoint(taskOperations.completeTask, { limits }, ({ parameter, ...viewer }) =>
    tasks.complete(viewer, parameter('task')),
  )
  endpoint(taskOperations.reopenTask, { limits }, ({ parameter, ...viewer }) => tasks.reopen(viewer, parameter('task')))
  endpoint(taskOperations.removeTask, { limits }, ({ parameter, ...viewer }) => tasks.remove(viewer, parameter('task')))
}
