import { financesApi } from '@sherpa/api-client/finances'
import type { BankLineRow, BankMatch, LineToConfirm } from '@sherpa/contracts/bank-import'
import { showToast } from '@sherpa/ui/toast-area'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { nameOfLine } from './bank-line-words.ts'

/** Records a transaction against its match or a chosen invoice, with a toast. */
export function useConfirmLine() {
  const { id: organization } = useOrganization()
  const [confirm] = financesApi.useConfirmBankLinesMutation()
  return async (line: BankLineRow, target: Target) => {
    const confirmed = toConfirm(line.id, target)
    const amountMinor = 'amountMinor' in target ? target.amountMinor : line.leftMinor
    const { refused } = await confirm({ organization, body: { lines: [confirmed] } }).unwrap()
    if (refused[0]) showToast('error', `${refused[0].reason}.`)
    else showToast('success', `${moneyInWords(amountMinor, line.currency)} from ${nameOfLine(line)} recorded.`)
  }
}

type Target = BankMatch | { invoiceId: string; amountMinor: number }

function toConfirm(bankLineId: string, target: Target): LineToConfirm {
  if ('invoiceId' in target) return { bankLineId, ...target }
  if (target.invoice) return { bankLineId, invoiceId: target.invoice.id }
  return { bankLineId, parts: target.parts.map(({ payment, amountMinor }) => ({ paymentId: payment.id, amountMinor })) }
}
