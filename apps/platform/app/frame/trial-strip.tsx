import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link, useMatch } from 'react-router'
import { useAccount } from './account-context.ts'

const DAY = 86_400_000

/** On Home: days left in the trial of an organization without a plan. */
export function TrialStrip() {
  const { organizations } = useAccount()
  const id = useMatch('/organizations/:organization')?.params.organization
  const trialEndsAt = organizations.find((one) => one.id === id)?.trialEndsAt
  if (!trialEndsAt) return null
  const days = Math.ceil((Date.parse(trialEndsAt) - Date.now()) / DAY)
  return (
    <section aria-label="Trial" className="trial-strip">
      <ToolIcon name="calendar" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        <strong className="font-semibold text-ink">{daysLeft(days)}</strong>{' '}
        <span className="max-md:hidden">
          {days > 0 ? 'Everything is included. No card needed.' : 'Choose a plan to continue. Your data is still here.'}
        </span>
      </p>
      <Link
        to={`/organizations/${id}/billing`}
        className="touch-area shrink-0 font-medium text-glacier hover:underline"
      >
        See plans
      </Link>
    </section>
  )
}

function daysLeft(days: number) {
  if (days <= 0) return 'Your trial has ended.'
  return days === 1 ? 'Last day of your trial.' : `${days} days left in your trial.`
}
