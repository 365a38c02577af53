import { type LogEntry, noteKinds } from '@sherpa/contracts/contact-log'
import { MOST_TASK_TITLE } from '@sherpa/contracts/task'
import { shortCalendarDay } from '../../data/moments.tsx'

/** The text of a restricted note stays out of the title, which everyone who sees the athlete reads. */
export function followUpTitle({ kind, text, readers, at }: Pick<LogEntry, 'kind' | 'text' | 'readers' | 'at'>) {
  const [line = ''] = (readers === 'team' ? (text ?? '') : '').trim().split('\n')
  if (!line) return `Follow up on the ${noteKinds[kind].toLowerCase()} of ${shortCalendarDay(at.slice(0, 10))}`
  const title = `Follow up: ${line}`
  return title.length > MOST_TASK_TITLE ? `${title.slice(0, MOST_TASK_TITLE - 1)}…` : title
}
