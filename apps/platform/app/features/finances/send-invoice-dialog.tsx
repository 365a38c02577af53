import { financesApi } from '@sherpa/api-client/finances'
import type { FeeInvoice } from '@sherpa/contracts/fee-invoice'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useOrganization } from '../../frame/account-context.ts'
import { SendPaperForm } from './send-paper-form.tsx'

export function SendInvoiceDialog({
  open,
  invoice: { id, number, recipient },
  onClose,
}: {
  open: boolean
  invoice: FeeInvoice
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [send] = financesApi.useSendFeeInvoiceMutation()
  return (
    <Dialog open={open} title={`Send invoice ${number} by email`} onClose={onClose}>
      <SendPaperForm
        lead="The email has the number, total and due date, with the PDF attached."
        label="Send invoice"
        recipient={recipient}
        send={async (email) => {
          const sent = await send({ organization, feeInvoice: id, body: { email } }).unwrap()
          showToast('success', `Invoice ${number} sent to ${sent.sentTo ?? 'the recipient'}.`)
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}
