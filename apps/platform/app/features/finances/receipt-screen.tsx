import { useParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'

/** A receipt on a page of its own, where there is no room for it beside the list. */
export function Component() {
  const { receipt = '' } = useParams()
  const { name } = useOrganization()
  return (
    <>
      <ScreenHeading title="Receipt" within={name} />
      <SecondFactorNotice of="money.edit" />
      <ReceiptPanel id={receipt} />
    </>
  )
}
