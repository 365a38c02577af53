import { organizationsApi } from '@sherpa/api-client/organizations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../data/reload-account.ts'
import { useAction } from '../../data/use-action.ts'
import { useAppDispatch } from '../../store.ts'

/** For whoever has nothing to look at yet: an organization with invented athletes. */
export function SampleOffer() {
  const [createSample] = organizationsApi.useCreateSampleMutation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { busy, run } = useAction()

  const open = () =>
    run(async () => {
      const { id } = await createSample().unwrap()
      await reloadAccount(dispatch)
      await navigate(`/organizations/${id}/athletes`)
    })

  return (
    <Panel title="Only looking?" lead="A sample agency has 60 invented athletes. You can remove it at any time.">
      <Button look="secondary" busy={busy} onClick={open}>
        {busy ? 'Creating the sample…' : 'Look around in a sample'}
      </Button>
    </Panel>
  )
}
