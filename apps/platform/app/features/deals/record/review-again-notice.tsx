import type { Deal } from '@sherpa/contracts/deal'
import { ToolIcon } from '@sherpa/ui/tool-icon'

/** The athlete crossed 18 by a correction: why nobody can sign, and what to do. */
export function ReviewAgainNotice({ deal: { reviewAgain, actions, newest } }: { deal: Deal }) {
  if (!reviewAgain) return null
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
    >
      <ToolIcon name="warning" className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Version {newest} has to be reviewed again before anyone signs</p>
        <p>
          The athlete’s birth date or level was corrected since it was submitted. Whether a guardian signs depends on
          it.{' '}
          {actions.includes('withdraw')
            ? 'Withdraw the version and submit it again.'
            : 'Someone who edits deals withdraws the version and submits it again.'}
        </p>
      </div>
    </div>
  )
}
