import { financesApi } from '@sherpa/api-client/finances'
import type { FeeInvoice } from '@sherpa/contracts/fee-invoice'
import { useParams } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { RecordNotFound } from '../../frame/record-not-found.tsx'
import { ScreenHeading, useScreenTitle } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { FeeInvoiceRecord } from './fee-invoice-panel.tsx'

export function Component() {
  const { feeInvoice = '' } = useParams()
  const { id: organization } = useOrganization()
  const invoice = financesApi.useFeeInvoiceQuery({ organization, feeInvoice })
  if (invoice.isError && failureOf(invoice.error).code === 'not-found') {
    return (
      <RecordNotFound title="Invoice not found" list={{ path: 'finances/fees', name: 'fees' }}>
        This invoice doesn’t exist, or you don’t have access to it.
      </RecordNotFound>
    )
  }
  return (
    <>
      {stateOf(invoice) !== 'ready' && <ScreenHeading title="Invoice" />}
      <Loaded query={invoice}>{(data) => <InvoicePage key={data.id} invoice={data} />}</Loaded>
    </>
  )
}

function InvoicePage({ invoice }: { invoice: FeeInvoice }) {
  const { name } = useOrganization()
  const title = `Invoice ${invoice.number}`
  const heading = useScreenTitle(title, name, invoice.id)
  useNameOfRecord(title)
  return (
    <>
      <SecondFactorNotice of="money.edit" />
      <FeeInvoiceRecord
        invoice={invoice}
        title={
          <h1 ref={heading} tabIndex={-1} className="text-[1.375rem] leading-7 break-words">
            {title}
          </h1>
        }
      />
    </>
  )
}
