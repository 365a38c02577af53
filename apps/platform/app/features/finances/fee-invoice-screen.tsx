import { financesApi } from '@sherpa/api-client/finances'
import type { FeeInvoice } from '@sherpa/contracts/fee-invoice'
import { useParams } from 'react-router'
import { stateOf } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading, useScreenTitle } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { FeeInvoiceRecord } from './fee-invoice-panel.tsx'

/** An invoice as a page. */
export function Component() {
  const { feeInvoice = '' } = useParams()
  const { id: organization } = useOrganization()
  const invoice = financesApi.useFeeInvoiceQuery({ organization, feeInvoice })
  return (
    <>
      {stateOf(invoice) !== 'ready' && <ScreenHeading title="Invoice" />}
      <Loaded query={invoice}>{(data) => <InvoicePage key={data.id} invoice={data} />}</Loaded>
    </>
  )
}

function InvoicePage({ invoice }: { invoice: FeeInvoice }) {
  const { name } = useOrganization()
  const words = `Invoice ${invoice.number}`
  const heading = useScreenTitle(words, name, invoice.id)
  useNameOfRecord(words)
  return (
    <>
      <SecondFactorNotice of="money.edit" />
      <FeeInvoiceRecord
        invoice={invoice}
        title={
          <h1 ref={heading} tabIndex={-1} className="text-[1.375rem] leading-7 break-words">
            {words}
          </h1>
        }
      />
    </>
  )
}
