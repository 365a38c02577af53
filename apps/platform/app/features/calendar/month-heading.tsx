import { buttonClass } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link } from 'react-router'
import type { CalendarAddress } from './calendar-address.ts'
import { firstOf, monthsLater } from './month.ts'

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
export const nameOf = (month: string) => monthFormat.format(new Date(firstOf(month)))

/** The month, with links to other months. */
export function MonthHeading({ month, address }: { month: string; address: CalendarAddress }) {
  const monthLink = (to: string) => address.withChanges({ month: to, day: undefined })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 id="month" aria-live="polite" className="text-base font-semibold">
        {nameOf(month)}
      </h2>
      <nav aria-label="Month" className="flex gap-2">
        <MonthLink to={monthLink(monthsLater(month, -1))} name="Previous month" back />
        <Link
          to={address.withChanges({ month: undefined, day: undefined })}
          preventScrollReset
          className={buttonClass({ look: 'secondary', size: 'small' })}
        >
          Today
        </Link>
        <MonthLink to={monthLink(monthsLater(month, 1))} name="Next month" />
      </nav>
    </div>
  )
}

function MonthLink({ to, name, back = false }: { to: string; name: string; back?: boolean }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={name}
      title={name}
      className={`${buttonClass({ look: 'secondary', size: 'small' })} max-md:min-w-11`}
    >
      <ToolIcon name="chevron" className={`size-4 ${back ? 'rotate-180' : ''}`} />
    </Link>
  )
}
