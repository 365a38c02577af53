import { tasksApi } from '@sherpa/api-client/tasks'
import { addDays, weekday } from '@sherpa/contracts/days'
import { readTaskLine } from '@sherpa/contracts/task-line'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { dueInWords } from './task-words.ts'

/** One tap adds a task that follows an entry. */
export function ReminderChips({ title, entryId }: { title: string; entryId: string }) {
  const { id: organization, timeZone } = useOrganization()
  const today = useToday()
  const [add] = tasksApi.useAddTaskMutation()
  const keyFor = useIdempotencyKey()
  const { busy, run } = useAction()

  function remind(choice: string) {
    const { day } = readTaskLine(choice, { now: new Date().toISOString(), zone: timeZone })
    const body = { title, day, entryId }
    return run(
      () => add({ organization, body, headers: { 'Idempotency-Key': keyFor(body) } }).unwrap(),
      `Task added: ${dueInWords({ day, time: null }, today)}.`,
    )
  }

  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span>Remind me</span>
      {['Tomorrow', weekdayChip(today), 'Next week'].map((choice) => (
        <button
          key={choice}
          type="button"
          aria-disabled={busy || undefined}
          aria-label={`Remind me ${choice === 'Tomorrow' ? 'tomorrow' : choice === 'Next week' ? 'next week' : `on ${choice}`}`}
          onClick={() => void remind(choice)}
          className="inline-flex min-h-6 cursor-pointer items-center rounded-full border border-line px-2 font-medium text-slate hover:border-line-strong hover:text-ink max-md:min-h-11 max-md:px-3"
        >
          {choice}
        </button>
      ))}
    </span>
  )
}

/** Thursday, unless that is tomorrow. */
const weekdayChip = (today: string) => (weekday(addDays(today, 1)) === 4 ? 'Fri' : 'Thu')
