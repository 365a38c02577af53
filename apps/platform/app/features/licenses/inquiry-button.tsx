import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import { inquiryQuery } from '@sherpa/contracts/agent-notice'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { saveFile } from '../../data/save-file.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { MenuItem } from '../../list/row-menu.tsx'

/** Exports the records of a period for an inquiry. */
export function InquiryButton({ look = 'button' }: { look?: 'button' | 'item' }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {look === 'item' ? (
        <MenuItem onClick={() => setOpen(true)}>Export for an audit</MenuItem>
      ) : (
        <Button look="secondary" size="small" onClick={() => setOpen(true)}>
          <ToolIcon name="download" />
          Export for an audit
        </Button>
      )}
      <Dialog open={open} title="Export for an audit" onClose={close}>
        <InquiryForm onClose={close} />
      </Dialog>
    </>
  )
}

function InquiryForm({ onClose }: { onClose: () => void }) {
  const { id: organization } = useOrganization()
  const today = useToday()
  const [exportInquiry] = agentNoticesApi.useExportInquiryMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: inquiryQuery,
    async send(query) {
      const address = await exportInquiry({ organization, query }).unwrap()
      saveFile(address, `inquiry-${query.from}-${query.until}.zip`)
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <p className="text-sm text-slate">
        One ZIP with agent notices, licenses in force, disclosures and overrides of the period. The export is logged.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="from"
          label="From"
          type="date"
          defaultValue={today && `${today.slice(0, 4)}-01-01`}
          errors={errors}
        />
        <TextField name="until" label="To" type="date" defaultValue={today} errors={errors} />
      </div>
      <SubmitActions label="Export" busyLabel="Exporting…" busy={busy} onCancel={onClose} />
    </form>
  )
}
