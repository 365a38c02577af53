import type { ReactNode } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { useScreenTitle } from '../../frame/screen-heading.tsx'

const todayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The day and what it asks for. The sentence and the action keep their places while they load. */
export function HomeHeading({
  today,
  sentence,
  field,
  action,
}: {
  today: string
  sentence: string | undefined
  /** At the right edge, so that an action that loads later doesn't move it; below the sentence if it is narrow. */
  field?: ReactNode
  /** Null: there is never one. */
  action?: ReactNode
}) {
  const { name } = useOrganization()
  const heading = useScreenTitle(name)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,26rem)]">
      <h1 ref={heading} tabIndex={-1} className="text-2xl max-md:text-lg">
        {todayFormat.format(new Date(today))}
        <span className="sr-only">, {name}</span>
      </h1>
      <p className="col-span-2 row-start-2 min-h-5 text-sm text-grey lg:col-span-1">{sentence}</p>
      {field && (
        <div className="col-span-2 row-start-3 lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1">{field}</div>
      )}
      {action !== null && (
        <div className="col-start-2 row-start-1 max-md:min-h-11.5 md:min-h-7.5 lg:row-span-2">{action}</div>
      )}
    </div>
  )
}
