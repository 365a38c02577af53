import { organizationsApi } from '@sherpa/api-client/organizations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'

/** Shown in sample organizations only. */
export function RemoveSample() {
  const { id: organization, may } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  const [removeSample] = organizationsApi.useRemoveSampleMutation()
  const [asking, setAsking] = useState(false)
  if (!currentData?.sample || !may('permissions.edit')) return null

  async function remove() {
    await removeSample({ organization }).unwrap()
    // A full reload clears all cached data of the organization.
    window.location.assign('/')
  }

  return (
    <Panel title="Sample" lead="The athletes and colleagues here are fictional. Remove the sample whenever you like.">
      <Button look="secondary" onClick={() => setAsking(true)}>
        Remove sample
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove this sample?"
        confirm="Remove"
        confirming="Removing…"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>Everything in it is deleted, including anything you added.</p>
      </ConfirmDialog>
    </Panel>
  )
}
