import { dealsApi } from '@sherpa/api-client/deals'
import type { Currency } from '@sherpa/contracts/currency'
import type { Deal } from '@sherpa/contracts/deal'
import type { DealPaydays, ScheduledPay } from '@sherpa/contracts/paydays'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { lazyForm } from '../../../frame/on-demand.tsx'
import { QuietButton } from '../../athletes/record/panel-parts.tsx'
import { paydaysInWords } from '../payday-plan.ts'
import { termsInForce } from './contested-terms.ts'

const PaydaysForm = lazyForm(async () => (await import('./paydays-form.tsx')).PaydaysForm)

/** When the pay of each season of a contract in force is due. */
export function PaydaysPanel({ deal }: { deal: Deal }) {
  const isShown = deal.money && deal.versionInForce !== null && termsInForce(deal).years !== null
  return isShown ? <Paydays deal={deal} /> : null
}

function Paydays({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const paydays = dealsApi.useDealPaydaysQuery({ organization, deal: deal.id })
  return (
    <Panel title="Paydays">
      <Loaded query={paydays}>{(data) => <PayTable deal={deal} paydays={data} />}</Loaded>
    </Panel>
  )
}

function PayTable({ deal, paydays }: { deal: Deal; paydays: DealPaydays }) {
  const { pay, currency, isChangeable } = paydays
  const [chosen, setChosen] = useState<ScheduledPay>()
  const open = pay.filter((one) => isMissing(one))
  return (
    <>
      {open.length > 0 && (
        <p className="pb-2 text-sm text-grey">
          {open.length === 1 ? '1 payment has' : `${open.length} payments have`} no paydays. Without them, it is unknown
          when the pay is due or late.
        </p>
      )}
      <ul className="divide-y divide-line-soft text-sm">
        {pay.map((one) => (
          <li key={one.ruleId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 grow">
              <span className="block font-medium text-ink">
                {one.title} <span className="font-normal tabular-nums">{moneyInWords(one.amountMinor, currency)}</span>
              </span>
              <span className="block text-grey">{describe(one, currency)}</span>
            </span>
            {isChangeable && !one.isUndecided && (
              <QuietButton
                name={`${one.schedule ? 'Change' : 'Set'} paydays of ${one.title}`}
                onClick={() => setChosen(one)}
              >
                {one.schedule ? 'Change' : 'Set paydays'}
              </QuietButton>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={chosen !== undefined}
        title={`Paydays: ${chosen?.title ?? ''}`}
        onClose={() => setChosen(undefined)}
      >
        {chosen && <PaydaysForm deal={deal} paydays={paydays} chosen={chosen} onClose={() => setChosen(undefined)} />}
      </Dialog>
    </>
  )
}

const isMissing = ({ schedule, isUndecided, receivedMinor, amountMinor }: ScheduledPay) =>
  !schedule && !isUndecided && receivedMinor < amountMinor

/** Such as "36 paydays from Sep 9, 2026 to May 12, 2027. $1,000,000 guaranteed". */
function describe({ schedule, isUndecided, guaranteedMinor, receivedMinor }: ScheduledPay, currency: Currency) {
  const days = isUndecided
    ? 'Paydays can be set once the option is decided'
    : paydaysInWords(schedule?.installments.map(({ day }) => day) ?? [])
  return [
    days,
    ...(guaranteedMinor > 0 ? [`${moneyInWords(guaranteedMinor, currency)} guaranteed`] : []),
    ...(receivedMinor > 0 ? [`${moneyInWords(receivedMinor, currency)} received`] : []),
  ].join('. ')
}
