import { dealsApi } from '@sherpa/api-client/deals'
import { shortDay } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import { changedPaydays, type DealPaydays, type ScheduledPay } from '@sherpa/contracts/paydays'
import { Checkbox } from '@sherpa/ui/choice'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { moneyInWords } from '../../../data/money.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { PaydayFields } from '../payday-fields.tsx'
import { noPaydays, type PaydayPlan, planFromSchedule, planInSeason, typedSchedule } from '../payday-plan.ts'

/** Paydays of one payment of a contract in force. */
export function PaydaysForm({
  deal,
  paydays: { pay, currency, enteredOn, version },
  chosen,
  onClose,
}: {
  deal: Deal
  paydays: DealPaydays
  chosen: ScheduledPay
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const [change] = dealsApi.useChangeDealPaydaysMutation()
  const [plan, setPlan] = useState<PaydayPlan>(() =>
    chosen.schedule ? planFromSchedule(chosen.schedule, currency) : { ...noPaydays, template: 'own' },
  )
  const [showsErrors, setShowsErrors] = useState(false)
  const [appliesToOthers, setAppliesToOthers] = useState(false)
  const [isReceivedBefore, setReceivedBefore] = useState(false)
  const others = pay.filter(
    (one) => one !== chosen && isBase(one) && isBase(chosen) && !one.schedule && !one.isUndecided,
  )
  const schedules = [
    { ruleId: chosen.ruleId, schedule: typedSchedule(plan, chosen.amountMinor, currency) },
    ...(appliesToOthers ? others : []).map(({ ruleId, season, amountMinor }) => {
      const seasons = { from: chosen.season ?? 0, to: season ?? 0 }
      return { ruleId, schedule: typedSchedule(planInSeason(plan, seasons), amountMinor, currency) }
    }),
  ]
  const days = schedules.flatMap(({ schedule }) => schedule?.installments.map(({ day }) => day) ?? [])
  const dueBefore = enteredOn ? days.filter((day) => day && day < enteredOn).length : 0

  const { failureText, busy, formProps } = useForm({
    schema: changedPaydays,
    read() {
      setShowsErrors(true)
      return { version, schedules, ...(isReceivedBefore && dueBefore > 0 && { receivedBefore: true }) }
    },
    async send(body) {
      await change({ organization, deal: deal.id, body }).unwrap()
      showToast('success', 'Paydays saved.')
      onClose()
    },
  })

  return (
    <form {...formProps} className="flex flex-col gap-4 text-sm">
      <p>
        {moneyInWords(chosen.amountMinor, currency)} to split
        {chosen.receivedMinor > 0 &&
          `. ${moneyInWords(chosen.receivedMinor, currency)} received covers the first paydays`}
      </p>
      <FormMessage failure={failureText} />
      <PaydayFields
        plan={plan}
        season={chosen.season}
        totalMinor={chosen.amountMinor}
        currency={currency}
        showsErrors={showsErrors}
        onChange={setPlan}
      />
      {others.length > 0 && days.length > 0 && (
        <Checkbox checked={appliesToOthers} onChange={({ target }) => setAppliesToOthers(target.checked)}>
          Same for {others.length === 1 ? others[0]?.title.toLowerCase() : `${others.length} other seasons`}
        </Checkbox>
      )}
      {enteredOn && dueBefore > 0 && (
        <Checkbox checked={isReceivedBefore} onChange={({ target }) => setReceivedBefore(target.checked)}>
          Received before Sherpa: {dueBefore === 1 ? 'the payday' : `all ${dueBefore} paydays`} before{' '}
          {shortDay(enteredOn)}
        </Checkbox>
      )}
      <SubmitActions label="Save paydays" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}

const isBase = ({ ruleId }: ScheduledPay) => ruleId.startsWith('base-')
