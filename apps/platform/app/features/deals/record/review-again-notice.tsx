import type { Deal } from '@sherpa/contracts/deal'
import { ToolIcon } from '@sherpa/ui/tool-icon'

/** A corrected birth date or level moved the athlete across 18, so signing is blocked. */
export function ReviewAgainNotice({ deal: { reviewAgain, actions, newest } }: { deal: Deal }) {
  if (!reviewAgain) return null
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
    >
      <ToolIcon name="warning" className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Version {newest} needs a new review before signing</p>
        <p>
          The athlete’s birth date or level was corrected after submission, which decides whether a guardian must sign.{' '}
          {actions.includes('withdraw')
            ? 'Withdraw the version and submit it again.'
            : 'Ask someone who can edit deals to withdraw the version and submit it again.'}
        </p>
      </div>
    </div>
  )
}
