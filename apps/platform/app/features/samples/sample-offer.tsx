import { organizationsApi } from '@sherpa/api-client/organizations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useNavigate } from 'react-router'
import { reloadAccount } from '../../data/reload-account.ts'
import { useAction } from '../../data/use-action.ts'
import { useAppDispatch } from '../../store.ts'

/** A fictional organization for new users. */
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
    <Panel title="Just exploring?" lead="The sample agency has 60 fictional athletes. Remove it whenever you like.">
      <Button look="secondary" busy={busy} onClick={open}>
        {busy ? 'Creating the sample…' : 'Explore a sample agency'}
      </Button>
    </Panel>
  )
}
