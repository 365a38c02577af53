import { organizationsApi } from '@sherpa/api-client/organizations'
import type { SampleKind } from '@sherpa/contracts/organization'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../data/reload-account.ts'
import { useAction } from '../../data/use-action.ts'
import { useAppDispatch } from '../../store.ts'

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
  const [creating, setCreating] = useState<SampleKind>()

  function open(kind: SampleKind) {
    setCreating(kind)
    return run(async () => {
      const { id } = await createSample({ query: { kind } }).unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organizations/${id}/athletes`)
    })
  }

  return (
    <Panel
      title="Just exploring?"
      lead="A sample has fictional athletes and a year of deals. Remove it whenever you like."
    >
      <div className="flex flex-wrap gap-2">
        {(Object.keys(samples) as SampleKind[]).map((kind) => (
          <Button
            key={kind}
            look="secondary"
            busy={busy && creating === kind}
            disabled={busy && creating !== kind}
            onClick={() => open(kind)}
          >
            {busy && creating === kind ? 'Creating the sample…' : samples[kind]}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
