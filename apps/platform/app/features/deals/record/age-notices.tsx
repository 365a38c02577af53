import type { Deal } from '@sherpa/contracts/deal'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { dayOf } from '../../../data/moments.tsx'

/** What a corrected birth date or level means for the signatures of a deal. */
export function AgeNotices({ deal }: { deal: Deal }) {
  const { reviewAgain, guardianMissing, actions, newest, inForce } = deal
  return (
    <>
      {guardianMissing && (
        <Notice title={`Version ${inForce} lacks a guardian’s signature`}>
          The athlete is under 18, and was when it was signed.{' '}
          {actions.includes('add-paper')
            ? 'Verified guardians were asked to sign. You can also add a signed copy.'
            : 'Ask someone who can edit deals to add the guardian’s signature.'}
        </Notice>
      )}
      {reviewAgain && (
        <Notice title={`Version ${newest} needs a new review before signing`}>
          The athlete’s birth date or level was corrected after submission, which decides whether a guardian must sign.{' '}
          {actions.includes('withdraw')
            ? 'Withdraw the version and submit it again.'
            : 'Ask someone who can edit deals to withdraw the version and submit it again.'}
        </Notice>
      )}
      <AgeCorrectionNotice deal={deal} />
    </>
  )
}

/** For approvers: without the correction, a guardian would have to sign. */
export function AgeCorrectionNotice({ deal: { ageCorrection, newest } }: { deal: Deal }) {
  if (!ageCorrection) return null
  const { at, by, reason } = ageCorrection
  return (
    <Notice title="The athlete was changed from under 18 to adult">
      Corrected on {dayOf(at)} by {by?.name ?? 'a former member'}, before version {newest} was submitted. No guardian
      has to sign.{reason && ` Reason: ${reason}`}
    </Notice>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-lg border border-summit/40 bg-summit-pale px-4 py-3 text-sm text-summit-ink"
    >
      <ToolIcon name="warning" className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">{title}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}
