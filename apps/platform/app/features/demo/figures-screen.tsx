import { deskApi } from '@sherpa/api-client/desk'
import { type DeskFigures, demoStates } from '@sherpa/contracts/desk'
import { Checkbox } from '@sherpa/ui/choice'
import { Panel } from '@sherpa/ui/panel'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useAction } from '../../data/use-action.ts'
import { Loaded, Ready } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { zoneName } from '../disclosures/wall-time.ts'
import { durationInWords } from './time-left.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const WIDTH = 600
const HEIGHT = 120

/** Response times, outcomes and the rotation. */
export function Component() {
  const figures = deskApi.useDeskFiguresQuery()
  return (
    <>
      <ScreenHeading title="Reports" lead="Last 30 days." />
      <Loaded query={figures}>
        {(data) => (
          <>
            <Answers figures={data} />
            <Requests figures={data} />
            <States figures={data} />
          </>
        )}
      </Loaded>
      <Colleagues />
    </>
  )
}

function Answers({ figures: { keptPercent, medianMinutesToAnswer, overdue, outcomes } }: { figures: DeskFigures }) {
  return (
    <ul className="facts">
      <Figure title="Overdue now" value={String(overdue)} />
      <Figure title="Answered on time" value={keptPercent === null ? '–' : `${Math.round(keptPercent)}%`} />
      <Figure
        title="Median time to answer"
        value={medianMinutesToAnswer === null ? '–' : durationInWords(medianMinutesToAnswer)}
      />
      <Figure title="Demos held" value={String(outcomes.held)} />
      <Figure title="No-shows" value={String(outcomes.noShow)} />
      <Figure title="Canceled" value={String(outcomes.canceled)} />
    </ul>
  )
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <li className="px-4 py-3.5">
      <span className="block text-xs text-grey">{title}</span>
      <span className="block text-2xl font-semibold text-ink tabular-nums">{value}</span>
    </li>
  )
}

/** A bar per day, with the same numbers as a table. */
function Requests({ figures: { days, companyTimeZone } }: { figures: DeskFigures }) {
  const total = days.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <Panel title="Requests per day" lead={`${total} total, by day in ${zoneName(companyTimeZone)}.`}>
      {total === 0 ? <p className="text-sm text-grey">No demo requests in this period.</p> : <Bars days={days} />}
      <details className="mt-3 text-sm">
        <summary className="touch-area flex w-fit cursor-pointer list-none items-center gap-1.5 text-grey hover:text-ink">
          <ToolIcon name="chevron" className="size-3.5" />
          Show as table
        </summary>
        <table className="mt-2">
          <thead>
            <tr>
              <th scope="col" className="pr-8 text-left font-medium">
                Day
              </th>
              <th scope="col" className="text-right font-medium">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, requests }) => (
              <tr key={day}>
                <td className="pr-8">{dayFormat.format(new Date(day))}</td>
                <td className="text-right tabular-nums">{requests}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  )
}

function Bars({ days }: { days: DeskFigures['days'] }) {
  const most = Math.max(1, ...days.map(({ requests }) => requests))
  const step = WIDTH / Math.max(1, days.length)
  return (
    <div className="text-xs text-grey tabular-nums">
      <p>Daily maximum: {most}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Requests per day, at most ${most}`}
        preserveAspectRatio="none"
        className="my-1 h-40 w-full fill-glacier"
      >
        {days.map(({ day, requests }, index) => {
          const height = Math.max(1, (requests / most) * HEIGHT)
          return (
            <rect key={day} x={index * step + 1} y={HEIGHT - height} width={step - 2} height={height} rx={1}>
              <title>{`${dayFormat.format(new Date(day))}: ${requests}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="flex justify-between">
        {[days[0], days.at(-1)].map((end) => end && <span key={end.day}>{dayFormat.format(new Date(end.day))}</span>)}
      </p>
    </div>
  )
}

function States({ figures: { states } }: { figures: DeskFigures }) {
  return (
    <Panel title="All requests by status">
      {states.length === 0 && <p className="text-sm text-grey">No requests yet.</p>}
      <dl className="grid max-w-sm grid-cols-[minmax(0,1fr)_auto] gap-y-1.5 text-sm">
        {states.map(({ state, count }) => (
          <div key={state} className="contents">
            <dt>{demoStates[state]}</dt>
            <dd className="text-right text-ink tabular-nums">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Colleagues() {
  const colleagues = deskApi.useDeskColleaguesQuery()
  const [setOnDuty] = deskApi.useSetOnDutyMutation()
  const { busy, run } = useAction()
  return (
    <Panel title="On duty" lead="Colleagues on duty take the demos in turn.">
      <Ready queries={[colleagues]}>
        {() => (
          <ul className="flex flex-col gap-3">
            {colleagues.currentData?.colleagues.map(({ id, name, email, onDuty, open }) => (
              <li key={id}>
                <Checkbox
                  checked={onDuty}
                  aria-disabled={busy}
                  onChange={({ target }) =>
                    run(
                      () => setOnDuty({ colleague: id, body: { onDuty: target.checked } }).unwrap(),
                      target.checked ? `${name} is on duty.` : `${name} is off duty.`,
                    )
                  }
                >
                  {name}
                  <span className="block text-xs text-grey">
                    {email}, {open === 1 ? '1 open request' : `${open} open requests`}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </Ready>
    </Panel>
  )
}
