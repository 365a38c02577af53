import type { Deal } from '@sherpa/contracts/deal'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { dayOf } from '../../../data/moments.tsx'
import { GuardianStepLine } from './guardian-step.tsx'

/** What a corrected birth date or level means for the signatures of a deal. */
export function AgeNotices({ deal }: { deal: Deal }) {
  const { reviewAgain, guardianMissing, guardianStep, actions, newestVersion, versionInForce } = deal
  return (
    <>
      {guardianMissing && (
        <WarningNotice title={`Version ${versionInForce} lacks a guardian’s signature`}>
          <p>
            The athlete is under 18, and was when it was signed.{' '}
            {guardianStep
              ? 'No guardian can sign yet.'
              : actions.includes('add-paper')
                ? 'Verified guardians were asked to sign. A signed copy also counts. Whoever leads or edited the deal asks a colleague to add it.'
                : 'Verified guardians were asked to sign.'}
          </p>
          <GuardianStepLine deal={deal} />
        </WarningNotice>
      )}
      {reviewAgain && (
        <WarningNotice title={`Version ${newestVersion} needs a new review before signing`}>
          <p>
            The athlete’s birth date or level was corrected after submission, which decides whether a guardian must
            sign.{' '}
            {actions.includes('withdraw')
              ? 'Withdraw the version and submit it again.'
              : 'Ask someone who can edit deals to withdraw the version and submit it again.'}
          </p>
        </WarningNotice>
      )}
      <AgeCorrectionNotice deal={deal} />
    </>
  )
}

/** For approvers: without the correction, a guardian would have to sign. */
export function AgeCorrectionNotice({ deal: { ageCorrection, newestVersion } }: { deal: Deal }) {
  if (!ageCorrection) return null
  const { at, by, reason } = ageCorrection
  return (
    <WarningNotice title="The athlete was changed from under 18 to adult">
      <p>
        Corrected on {dayOf(at)} by {by?.name ?? 'a former member'}, before version {newestVersion} was submitted. No
        guardian has to sign.{reason && ` Reason: ${reason}`}
      </p>
    </WarningNotice>
  )
}
