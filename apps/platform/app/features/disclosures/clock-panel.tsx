import { shortDay, weekday } from '@sherpa/contracts/days'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { countDays } from '@sherpa/contracts/disclosure-clock'
import { isBeforeSigning, isUnfiled } from '@sherpa/contracts/disclosure-state'
import { Panel } from '@sherpa/ui/panel'
import { deadlineInWords, Moment, momentIn } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { CorrectClock } from './correct-clock.tsx'
import { countsBusinessDays, dueInWords, holidaysWithin, movedInWords } from './disclosure-words.ts'

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S']

/** The deadline with its arithmetic. Skipped days are drawn, too. */
export function ClockPanel({ disclosure }: { disclosure: Disclosure }) {
  const { may } = useOrganization()
  const { countsFrom, countsAt, dueOn, dueAt, earlier, timeZone, state, kind } = disclosure
  const isCounted = countsBusinessDays(disclosure)
  const days = isCounted && countsFrom ? countDays(countsFrom, dueOn) : []
  const last = days.at(-1)
  const holidays =
    isCounted && countsFrom
      ? holidaysWithin(countsFrom, dueOn).map(({ day, name }) => `${shortDay(day)} is ${name}.`)
      : []
  const before = earlier.at(-1)
  return (
    <Panel
      title="Clock"
      actions={
        <span className="flex items-center gap-3 text-sm text-grey">
          {last && 'count' in last && `${last.count} business days`}
          {may('disclosures.edit') && isUnfiled(state) && kind !== 'school-before-signing' && (
            <CorrectClock disclosure={disclosure} />
          )}
        </span>
      }
    >
      {days.length > 0 && (
        <ol className="mb-3 flex flex-wrap gap-1 text-center text-xs">
          {days.map((day) => {
            const isSkipped = 'skipped' in day
            const note = isSkipped ? `not counted, ${day.skipped}` : day.count === 0 ? 'day 0' : `day ${day.count}`
            return (
              <li key={day.day} className="w-8" title={`${shortDay(day.day)}, ${note}`}>
                <span aria-hidden="true" className="block text-grey">
                  {letters[weekday(day.day)]}
                </span>
                <span
                  aria-hidden="true"
                  className={`block rounded-md border py-1 tabular-nums ${
                    isSkipped
                      ? 'border-dashed border-line-strong text-grey line-through'
                      : day.day === dueOn
                        ? 'border-summit bg-summit-pale font-semibold text-summit-ink'
                        : 'border-line text-ink'
                  }`}
                >
                  {Number(day.day.slice(8))}
                </span>
                <span aria-hidden="true" className="block text-grey tabular-nums">
                  {isSkipped ? '–' : day.count}
                </span>
                <span className="sr-only">
                  {shortDay(day.day)}, {note}
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <div className="flex flex-col gap-1 text-sm text-slate">
        {countsAt && <p>72 hours from {momentIn(countsAt, timeZone)}.</p>}
        <p>{isBeforeSigning(disclosure) ? dueInWords(disclosure) : `Due ${deadlineInWords(dueAt, timeZone)}`}.</p>
        {countsFrom && !isCounted && (
          <p>
            Agreed on {shortDay(countsFrom)}. The rule does not count from that day, but, for example, from enrollment.
          </p>
        )}
        {days.length > 0 && <p>{[...holidays, 'Weekends do not count.'].join(' ')}</p>}
        {before && (
          <p className="text-summit-ink">
            {before.corrected ? 'Corrected' : 'Moved'} <Moment at={before.changedAt} />: it was due on{' '}
            {shortDay(before.dueOn)}
            {before.from && `, counted from ${shortDay(before.from)}`}. Now {movedInWords(before.dueAt, dueAt)}.
          </p>
        )}
      </div>
    </Panel>
  )
}
