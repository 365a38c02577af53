import { type FeeInvoiceState, feeInvoiceStates } from '@sherpa/contracts/fee-invoice'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'

const tones: Record<FeeInvoiceState, Tone> = { open: 'info', late: 'bad', paid: 'good', void: 'quiet' }

export function InvoiceStateBadge({ state }: { state: FeeInvoiceState }) {
  return <StatusBadge tone={tones[state]}>{feeInvoiceStates[state]}</StatusBadge>
}
