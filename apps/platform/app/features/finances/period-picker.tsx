import { nextPeriod, type StatementPeriod, type StatementQuery, statementPeriods } from '@sherpa/contracts/statement'
import { controlClass, Field } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { calendarDay } from '../../data/moments.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import type { StatementAddress } from './use-statement-address.ts'

const DAYS = 'days'
const stepClass =
  'grid size-9 cursor-pointer place-items-center rounded-md border border-control bg-white text-slate hover:bg-snow hover:text-ink max-md:size-11'

/** A month, quarter or fiscal year, or a custom range. */
export function PeriodPicker({ address }: { address: StatementAddress }) {
  const { period, days, span, choosePeriod, chooseSpan, chooseDays } = address
  const shown = span ?? days
  function choose(value: string) {
    if (!shown) return
    if (value === DAYS) chooseDays(shown)
    else choosePeriod(value as StatementPeriod, shown.until)
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-3 max-md:gap-x-2">
      <div className="w-40 max-md:w-34">
        <SelectField
          label="Period"
          options={{ ...statementPeriods, [DAYS]: 'Custom range' }}
          value={period ?? DAYS}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
      {period && span && (
        <fieldset className="flex items-center gap-2 max-md:flex-1 max-md:gap-1 md:pt-[1.625rem]">
          <legend className="sr-only">Date range</legend>
          <button
            type="button"
            className={stepClass}
            aria-label="Previous period"
            onClick={() => chooseSpan(nextPeriod(span, period, -1))}
          >
            <ToolIcon name="chevron" className="size-4 rotate-180" />
          </button>
          <span
            role="status"
            className="min-w-44 text-center text-sm font-medium text-ink tabular-nums max-md:min-w-0 max-md:flex-1 max-md:text-xs"
          >
            {calendarDay(span.from)} to {calendarDay(span.until)}
          </span>
          <button
            type="button"
            className={stepClass}
            aria-label="Next period"
            onClick={() => chooseSpan(nextPeriod(span, period, 1))}
          >
            <ToolIcon name="chevron" className="size-4" />
          </button>
        </fieldset>
      )}
      {days && <CustomRange days={days} isSpan={span !== undefined} onChange={chooseDays} />}
    </div>
  )
}

function CustomRange({
  days,
  isSpan,
  onChange,
}: {
  days: StatementQuery
  isSpan: boolean
  onChange: (days: StatementQuery) => void
}) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="From">
        {(control) => (
          <input
            {...control}
            type="date"
            value={days.from}
            onChange={({ target }) => onChange({ ...days, from: target.value })}
            className={controlClass}
          />
        )}
      </Field>
      <Field label="To" error={isSpan ? undefined : 'Choose an end date on or after the start date'}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={days.until}
            onChange={({ target }) => onChange({ ...days, until: target.value })}
            className={controlClass}
          />
        )}
      </Field>
    </div>
  )
}
