import { type DealKind, dealKinds } from '@sherpa/contracts/deal'
import { useState } from 'react'
import { SelectField } from '../../forms/select-field.tsx'
import { FindAthlete } from './find-athlete.tsx'
import { FindCompany, type FoundCompany } from './find-company.tsx'
import type { Findable } from './find-one.tsx'

/** Kind, athlete and company of a new deal. On an athlete's record the athlete is known. */
export function useDealParties(known: Findable | undefined, firstKind: DealKind, knownCompany?: FoundCompany) {
  const [kind, setKind] = useState(firstKind)
  const [athlete, setAthlete] = useState(known)
  const [company, setCompany] = useState(knownCompany)
  return { known, kind, setKind, athlete, setAthlete, company, setCompany }
}

export function DealPartiesFields({
  parties: { known, kind, setKind, athlete, setAthlete, company, setCompany },
  errors,
}: {
  parties: ReturnType<typeof useDealParties>
  errors: ReadonlyMap<string, string>
}) {
  return (
    <>
      <SelectField
        label="Kind"
        options={dealKinds}
        value={kind}
        onChange={({ target }) => setKind(target.value as DealKind)}
      />
      {known ? (
        <p className="text-sm">
          Deal for <span className="font-semibold text-ink">{known.name}</span>
        </p>
      ) : (
        <FindAthlete chosen={athlete} onChoose={setAthlete} error={errors.get('athleteId')} />
      )}
      <FindCompany kind={kind} chosen={company} onChoose={setCompany} error={errors.get('companyId')} />
    </>
  )
}
