import { organizationsApi } from '@sherpa/api-client/organizations'
import { type Handover, handoverInWords } from '@sherpa/contracts/handover'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Day } from '../../../data/moments.tsx'
import { failureOf } from '../../../forms/failure.ts'
import { useOrganization } from '../../../frame/account-context.ts'

/** Work handed over in the last 30 days, which can be moved back. */
export function HandoversPanel() {
  const { id: organization, may } = useOrganization()
  const maySee = may('people.manage') && may('athletes.all') && may('deals.view')
  const { currentData } = organizationsApi.useHandoversQuery({ organization }, { skip: !maySee })
  const handovers = currentData?.handovers ?? []
  if (handovers.length === 0) return null
  return (
    <Panel title="Handed over" lead="You can move work back if nobody has touched it since.">
      <ul className="flex flex-col divide-y divide-line">
        {handovers.map((handover) => (
          <HandoverRow key={handover.id} handover={handover} />
        ))}
      </ul>
    </Panel>
  )
}

function HandoverRow({ handover: { id, person, until, counts, isMember } }: { handover: Handover }) {
  const { id: organization } = useOrganization()
  const [moveBack] = organizationsApi.useMoveBackMutation()
  const [busy, setBusy] = useState(false)

  async function move() {
    setBusy(true)
    try {
      const moved = await moveBack({ organization, handover: id }).unwrap()
      const work = handoverInWords(moved.counts)
      showToast(
        'success',
        work ? `${work} moved back to ${person.name}.` : 'All of it was touched since. Nothing moved.',
      )
    } catch (error) {
      showToast('error', failureOf(error).text)
      setBusy(false)
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-medium break-words text-ink">{person.name}</span>
        <span className="block text-sm">
          {handoverInWords(counts)}. Until <Day at={until} />
          {!isMember && '. Invite them again first'}
        </span>
      </p>
      {isMember && (
        <Button
          look="secondary"
          size="small"
          busy={busy}
          aria-label={`Move back the work of ${person.name}`}
          onClick={move}
        >
          {busy ? 'Moving back…' : 'Move back'}
        </Button>
      )}
    </li>
  )
}
