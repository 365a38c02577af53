import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import { Button } from '@sherpa/ui/button'
import { useState } from 'react'
import { ConfirmIdentityDialog } from '../../../forms/confirm-identity-dialog.tsx'
import { useOrganization } from '../../../frame/account-context.ts'

/** Starts or continues the import, with a proof of identity. */
export function StartButton({ id, label, disabled = false }: { id: string; label: string; disabled?: boolean }) {
  const { id: organization, name } = useOrganization()
  const [start] = dealImportsApi.useStartDealImportMutation()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button disabled={disabled} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmIdentityDialog
        open={isAsking}
        title="Confirm it is you"
        confirm={label}
        confirming="Starting…"
        send={async (body) => {
          await start({ organization, dealImport: id, body }).unwrap()
          setIsAsking(false)
        }}
        onClose={() => setIsAsking(false)}
      >
        <p className="text-sm">The deals are marked “Entered as signed”. Nobody outside {name} is notified.</p>
      </ConfirmIdentityDialog>
    </>
  )
}
