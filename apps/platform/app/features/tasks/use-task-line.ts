import { readTaskLine } from '@sherpa/contracts/task-line'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'

/** State of a typed line, such as "Call the club Thu at 3pm". */
export function useTaskLine() {
  const { timeZone } = useOrganization()
  const [text, setText] = useState('')
  /** The chip was removed: the words stay text. */
  const [isPlain, setIsPlain] = useState(false)
  const read = readTaskLine(text, { now: new Date().toISOString(), zone: timeZone })
  function type(typed: string) {
    setText(typed)
    if (typed === '') setIsPlain(false)
  }
  return {
    text,
    type,
    title: isPlain ? text : read.title,
    due: isPlain ? { day: null, time: null } : { day: read.day, time: read.time },
    unread: isPlain ? null : read.unread,
    removeDay: () => setIsPlain(true),
  }
}
export type TaskLineState = ReturnType<typeof useTaskLine>
