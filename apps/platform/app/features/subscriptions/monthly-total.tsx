import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { formatMoney } from '@sherpa/contracts/subscription'
import { Detail } from './details.tsx'

export function MonthlyTotal({ cents, tax }: { cents: number; tax: Tax | null }) {
  return (
    <Detail term="Monthly total">
      {formatMoney(cents)}
      {tax && <span className="block text-sm font-normal text-slate">plus {taxInWords(tax)}</span>}
    </Detail>
  )
}
