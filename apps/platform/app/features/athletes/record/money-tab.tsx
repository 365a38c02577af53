import { Ready } from '../../../frame/loaded.tsx'
import { MoneyOfAthlete } from '../../finances/money-panel.tsx'
import { PaymentsOfRecord, usePaymentsOf } from '../../finances/payments-of-record.tsx'
import { useAthleteRecord } from './athlete-context.ts'

export function Component() {
  const { athlete } = useAthleteRecord()
  const whose = { athlete: athlete.id }
  return (
    <div className="record-main">
      <Ready queries={[usePaymentsOf(whose)]}>
        {() => (
          <div className="flex flex-col gap-7">
            <MoneyOfAthlete athlete={athlete.id} />
            <PaymentsOfRecord whose={whose} />
          </div>
        )}
      </Ready>
    </div>
  )
}
