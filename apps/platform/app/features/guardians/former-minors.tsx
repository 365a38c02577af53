import { dealsApi } from '@sherpa/api-client/deals'
import { calendarDay } from '../../data/moments.tsx'
import { SignedDocuments } from './guardian-home.tsx'

/** Copies that the reader signed for athletes who came of age. Hidden without any. */
export function FormerMinors() {
  const { currentData } = dealsApi.useGuardianCopiesQuery()
  return currentData?.athletes.map(({ guardianship, athlete, until, documents }) => (
    <div key={guardianship} className="max-w-2xl">
      <SignedDocuments
        guardianship={guardianship}
        documents={documents}
        title={`Copies you signed for ${athlete}, until ${calendarDay(until)}`}
      />
      <p className="mt-2 text-sm text-grey">
        {athlete} is 18 now, and your access to the record has ended. Download the copies before {calendarDay(until)} is
        over. Nothing newer appears here.
      </p>
    </div>
  ))
}
