import { operations } from './operation.ts'
import {
  newTask,
  task,
  taskAssignees,
  taskAssigneesQuery,
  taskChange,
  tasksExportQuery,
  tasksPage,
  tasksQuery,
} from './task.ts'

const all = '/organizations/:organization/tasks'
const one = `${all}/:task` as const
const changes = ['Task'] as const

/** Readers of a task: creator, assignee and people who see its record. Athletes: only their own. */
export const taskOperations = operations({
  tasks: {
    method: 'GET',
    path: all,
    summary: 'The tasks, the next ones first',
    access: 'member',
    query: tasksQuery,
    answer: { status: 200, about: 'A page of tasks', schema: tasksPage },
    pages: true,
  },
  exportTasks: {
    method: 'GET',
    path: `${all}/export`,
    summary: 'The filtered list as CSV',
    access: 'data.export',
    query: tasksExportQuery,
    answer: { status: 200, about: 'CSV', type: 'text/csv' },
  },
  taskAssignees: {
    method: 'GET',
    path: `${all}/assignees`,
    summary: 'Members who can open a record, and so do a task about it',
    access: 'member',
    notForAthletes: true,
    query: taskAssigneesQuery,
    answer: { status: 200, about: 'The members', schema: taskAssignees },
    reads: ['People', 'Permission'],
  },
  addTask: {
    method: 'POST',
    path: all,
    summary: 'Add a task',
    access: 'member',
    notForAthletes: true,
    headers: ['Idempotency-Key'],
    body: newTask,
    answer: { status: 201, about: 'Added', schema: task },
    changes,
  },
  task: {
    method: 'GET',
    path: one,
    summary: 'A task',
    access: 'member',
    answer: { status: 200, about: 'The task', schema: task },
    reads: ['Task'],
  },
  changeTask: {
    method: 'PATCH',
    path: one,
    summary: 'Change a task. On a conflict nothing changes, and the answer has the current one',
    access: 'member',
    notForAthletes: true,
    body: taskChange,
    answer: { status: 200, about: 'The updated task', schema: task },
    changes,
  },
  completeTask: {
    method: 'PUT',
    path: `${one}/completion`,
    summary: 'Complete a task. A completed task stays as it is',
    access: 'member',
    answer: { status: 200, about: 'The completed task', schema: task },
    changes,
  },
  reopenTask: {
    method: 'DELETE',
    path: `${one}/completion`,
    summary: 'Undo the completion of a task',
    access: 'member',
    answer: { status: 200, about: 'The open task', schema: task },
    changes,
  },
  removeTask: {
    method: 'DELETE',
    path: one,
    summary: 'Delete a task',
    access: 'member',
    notForAthletes: true,
    answer: { status: 204, about: 'Deleted' },
    changes,
  },
})
