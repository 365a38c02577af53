import { organizationsApi } from '@sherpa/api-client/organizations'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'

/** In the settings of a sample organization; nothing in any other. */
export function RemoveSample() {
  const { id: organization, may } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  const [removeSample] = organizationsApi.useRemoveSampleMutation()
  const [asking, setAsking] = useState(false)
  if (!currentData?.sample || !may('permissions.edit')) return null

  async function remove() {
    await removeSample({ organization }).unwrap()
    // A fresh page: nothing of the organization is left in this one's memory.
    window.location.assign('/')
  }

  return (
    <Panel
      title="Sample"
      lead="The athletes and colleagues here are invented. Remove the sample when you have seen enough."
    >
      <Button look="secondary" onClick={() => setAsking(true)}>
        Remove this sample
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove the sample?"
        confirm="Remove"
        confirming="Removing…"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>Everything in it is deleted, also what you have added.</p>
      </ConfirmDialog>
    </Panel>
  )
}
