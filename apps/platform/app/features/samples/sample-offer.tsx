import { organizationsApi } from '@sherpa/api-client/organizations'
import type { SampleKind } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../data/reload-account.ts'
import { useAction } from '../../data/use-action.ts'
import { useAppDispatch } from '../../store.ts'
import { SampleProgress } from './sample-progress.tsx'
import { useSampleRuns } from './use-sample-runs.ts'

const samples: Record<SampleKind, string> = {
  agency: 'Explore a sample agency',
  'athletic-department': 'Explore a sample athletic department',
}

/** Fictional organizations for new users. */
export function SampleOffer() {
  const [createSample] = organizationsApi.useCreateSampleMutation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [asked, setAsked] = useState<SampleKind>()
  const { runs, watch } = useSampleRuns(open)
  const creating = runs.filter(({ state }) => state === 'creating')
  const isCreating = creating.some(({ failed }) => !failed)

  /** It may be one that was removed. */
  async function open(id: string) {
    const { organizations } = await reloadAccount(dispatch)
    if (organizations.some((one) => one.id === id)) await navigate(`/organizations/${id}/athletes`)
  }

  function create(kind: SampleKind) {
    setAsked(kind)
    return run(async () => {
      const { id } = await createSample({ query: { kind } }).unwrap()
      await watch(id)
    })
  }

  return (
    <Panel
      title="Just exploring?"
      lead="A sample has fictional athletes and a year of deals. Remove it whenever you like."
    >
      <div className="flex flex-col gap-4">
        {creating.map((one) => (
          <SampleProgress key={one.id} run={one} doing="Creating the sample." />
        ))}
        {!isCreating && (
          <div className="flex flex-wrap gap-2">
            {(Object.keys(samples) as SampleKind[]).map((kind) => (
              <Button
                key={kind}
                look="secondary"
                busy={busy && asked === kind}
                disabled={busy && asked !== kind}
                onClick={() => create(kind)}
              >
                {samples[kind]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Panel>
  )
}
