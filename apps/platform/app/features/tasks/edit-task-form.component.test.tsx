import { Refusal } from '@sherpa/contracts/problem'
import type { Task } from '@sherpa/contracts/task'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, owner, showScreen } from '../../../test/show-screen.tsx'
import { EditTaskForm } from './edit-task-form.tsx'

afterEach(() => vi.restoreAllMocks())

const jo = { id: '018f0000-0000-7000-8000-0000000000cc', name: 'Jo Park' }
const task: Task = {
  id: '018f0000-0000-7000-8000-0000000000dd',
  title: 'Ask about the fee',
  about: null,
  assignee: { id: owner.id, name: owner.name },
  day: null,
  time: null,
  done: null,
  createdBy: { id: owner.id, name: owner.name },
  createdAt: '2026-11-16T15:00:00.000Z',
  entryId: null,
  removable: true,
  version: 1,
}

test('an assignee who may not read the note is told the task only by a tick', async () => {
  const unread = { errors: [{ field: 'tellAssignee', message: 'This person can’t read the note' }] }
  const server = fakeServer({
    'GET tasks/assignees': { people: [{ ...jo, role: 'coach' }] },
    [`PATCH tasks/${task.id}`]: ({ body }: { body: unknown }) =>
      JSON.stringify(body).includes('tellAssignee') ? task : new Refusal('invalid-fields', unread),
  })
  const onClose = vi.fn()
  await showScreen(<EditTaskForm task={task} onClose={onClose} />)
  const tick = page.getByRole('checkbox', { name: /^Tell them this task/ })
  await page.getByLabelText('Assigned to').selectOptions('Jo Park')
  await expect.element(tick).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('This person can’t read the note')).toBeVisible()
  await tick.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(server.asked.at(-1)?.body).toEqual({ version: 1, changes: { assigneeId: jo.id, tellAssignee: true } })
})
