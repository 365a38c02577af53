import {
  clockName,
  inOwnTime,
  inVisitorTime,
  ownClockName,
  shortly,
  type VisitorClock,
  workingHours,
} from './visitor-time.ts'

/** The time of the demo in the visitor's and the reader's time zone. */
export function BothClocks({ at, clock, now }: { at: string; clock: VisitorClock; now: Date }) {
  return (
    <div className="rounded-lg border border-line p-4">
      <dl className="grid grid-cols-2 gap-4">
        <Clock
          name={`Their time, ${clockName(clock)}`}
          time={inVisitorTime(at, clock)}
          now={inVisitorTime(now, clock, shortly)}
        />
        <Clock name={`Your time, ${ownClockName()}`} time={inOwnTime(at)} now={inOwnTime(now, shortly)} />
      </dl>
      <p className="mt-3 text-sm">{workingHours(at, clock)}</p>
    </div>
  )
}

function Clock({ name, time, now }: { name: string; time: string; now: string }) {
  return (
    <div>
      <dt className="text-xs text-grey">{name}</dt>
      <dd className="text-base font-semibold text-ink tabular-nums">{time}</dd>
      <dd className="text-xs text-grey tabular-nums">Now {now}</dd>
    </div>
  )
}
