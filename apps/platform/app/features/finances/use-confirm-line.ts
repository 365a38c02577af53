import { financesApi } from '@sherpa/api-client/finances'
import type { BankLineRow, BankMatch, LineToConfirm } from '@sherpa/contracts/bank-import'
import { showToast } from '@sherpa/ui/toast-area'
import { moneyInWords } from '../../data/money.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { nameOfLine } from './bank-line-words.ts'

/** Books a line for what it is matched with, or for an invoice that was chosen. Says how it went. */
export function useConfirmLine() {
  const { id: organization } = useOrganization()
  const [confirm] = financesApi.useConfirmBankLinesMutation()
  return async (line: BankLineRow, what: What) => {
    const confirmed = toConfirm(line.id, what)
    const amountMinor = 'amountMinor' in what ? what.amountMinor : line.leftMinor
    const { refused } = await confirm({ organization, body: { lines: [confirmed] } }).unwrap()
    if (refused[0]) showToast('error', `${refused[0].because}.`)
    else showToast('success', `${moneyInWords(amountMinor, line.currency)} from ${nameOfLine(line)} was booked.`)
  }
}

type What = BankMatch | { invoiceId: string; amountMinor: number }

function toConfirm(bankLineId: string, what: What): LineToConfirm {
  if ('invoiceId' in what) return { bankLineId, ...what }
  if (what.invoice) return { bankLineId, invoiceId: what.invoice.id }
  return { bankLineId, parts: what.parts.map(({ payment, amountMinor }) => ({ paymentId: payment.id, amountMinor })) }
}
