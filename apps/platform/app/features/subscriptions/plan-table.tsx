import type { Plan } from '@sherpa/contracts/plan'
import { formatPrice } from '@sherpa/contracts/subscription'
import { Button } from '@sherpa/ui/button'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'

/** On phones the row name gets its own line above the cells. */
const rowClass = 'border-t border-line max-sm:flex max-sm:flex-wrap'
const nameClass =
  'py-3 pr-4 text-left font-semibold text-ink max-sm:basis-full max-sm:pt-3 max-sm:pb-0 max-sm:text-xs max-sm:text-slate'
const cellClass =
  'px-2 py-3 text-center align-middle max-sm:min-w-0 max-sm:flex-1 max-sm:basis-0 max-sm:self-center max-sm:px-1'

const ACTIONS = 'Actions'

export function PlanTable({
  plans,
  currentPlanId,
  fittingPlanId,
  verb = 'Choose',
  onChoose,
}: {
  plans: Plan[]
  currentPlanId?: string
  /** The smallest plan with room for the organization. */
  fittingPlanId?: string | undefined
  /** What the button of a plan does. */
  verb?: 'Choose' | 'Start trial' | 'Subscribe'
  onChoose: (plan: Plan) => void
}) {
  const features = [...new Set(plans.flatMap((plan) => plan.features))]
  const hasPrices = plans.some(({ priceCents }) => priceCents !== null)
  const row = (name: string, cell: (plan: Plan) => ReactNode) => (
    <tr key={name} className={rowClass}>
      <th scope="row" className={nameClass}>
        {name === ACTIONS ? <span className="sr-only">{name}</span> : name}
      </th>
      {plans.map((plan) => (
        <td key={plan.id} className={cellClass}>
          {cell(plan)}
        </td>
      ))}
    </tr>
  )
  return (
    <table className="w-full table-fixed border-collapse text-sm max-sm:block">
      <thead className="max-sm:block">
        <tr className="max-sm:flex">
          <td className="max-sm:hidden" />
          {plans.map(({ id, name }) => (
            <th
              key={id}
              scope="col"
              className="px-2 pb-3 text-center align-bottom font-bold text-ink max-sm:min-w-0 max-sm:flex-1 max-sm:basis-0 max-sm:px-1"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {row(ACTIONS, (plan) =>
          plan.id === currentPlanId ? (
            <StatusBadge tone="info">Current</StatusBadge>
          ) : (
            <Button
              look={plan.id === fittingPlanId ? 'primary' : 'secondary'}
              size="small"
              className="max-sm:px-2"
              aria-label={`${verb}${verb === 'Choose' ? '' : ' with'} ${plan.name}`}
              onClick={() => onChoose(plan)}
            >
              {verb}
            </Button>
          ),
        )}
        {hasPrices &&
          row('Price', ({ priceCents }) => (
            <span className="font-semibold text-ink">
              {priceCents === null ? 'On request' : formatPrice(priceCents)}
            </span>
          ))}
        {row('Seats', ({ limits }) => upTo(limits.seats))}
        {row('Athletes', ({ limits }) => upTo(limits.athletes))}
        {features.map((feature) => row(feature, (plan) => <Included yes={plan.features.includes(feature)} />))}
      </tbody>
    </table>
  )
}

function Included({ yes }: { yes: boolean }) {
  return (
    <>
      <span className="sr-only">{yes ? 'Included' : 'Not included'}</span>
      {yes ? <ToolIcon name="check" className="mx-auto size-5 text-glacier" /> : <span aria-hidden="true">–</span>}
    </>
  )
}

function upTo(count: number | null) {
  return count === null ? 'Unlimited' : `Up to ${count.toLocaleString('en-US')}`
}
