import { useParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { SecondFactorNotice } from '../../frame/second-factor-notice.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'

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
