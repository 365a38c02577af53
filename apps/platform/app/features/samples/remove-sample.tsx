import { organizationsApi } from '@sherpa/api-client/organizations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { SampleProgress } from './sample-progress.tsx'
import { useSampleRuns } from './use-sample-runs.ts'

/** Shown in sample organizations only. */
export function RemoveSample() {
  const { id: organization, may } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  return currentData?.sample && may('permissions.edit') ? <RemovalPanel /> : null
}

function RemovalPanel() {
  const { id: organization } = useOrganization()
  const [removeSample] = organizationsApi.useRemoveSampleMutation()
  const [asking, setAsking] = useState(false)
  const { runs, watch } = useSampleRuns((id) => {
    // A full reload clears all cached data of the organization.
    if (id === organization) window.location.assign('/')
  })
  const removal = runs.find(({ id }) => id === organization)

  async function remove() {
    await removeSample({ organization }).unwrap()
    await watch(organization)
  }

  return (
    <Panel title="Sample" lead="The athletes and colleagues here are fictional. Remove the sample whenever you like.">
      <div className="flex flex-col items-start gap-4">
        {removal && <SampleProgress run={removal} doing="Removing the sample." />}
        {(!removal || removal.failed) && (
          <Button look="secondary" onClick={() => setAsking(true)}>
            Remove sample
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Remove this sample?"
        confirm="Remove"
        confirming="Starting…"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>Everything in it is deleted, including anything you added.</p>
      </ConfirmDialog>
    </Panel>
  )
}
