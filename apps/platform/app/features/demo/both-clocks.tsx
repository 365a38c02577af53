import {
  clockName,
  hoursOfDay,
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
      <Hours hours={hoursOfDay(at, clock)} />
      <p className="mt-2 text-sm">{workingHours(at, clock)}</p>
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

/** Working hours of both sides above each other. The text below says the result. */
function Hours({ hours }: { hours: ReturnType<typeof hoursOfDay> }) {
  return (
    <div aria-hidden="true" className="mt-3">
      {(['theirs', 'ours'] as const).map((side) => (
        <div key={side} className="mb-1 grid grid-cols-24 gap-0.5">
          {hours.map(({ isDemo, ...works }, hour) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day keep their order
              key={hour}
              className={`h-2.5 rounded-xs ${isDemo ? 'bg-glacier' : works[side] ? 'bg-glacier/35' : 'bg-quiet'}`}
            />
          ))}
        </div>
      ))}
      <div className="flex justify-between text-xs text-grey">
        {['12 AM', '6 AM', '12 PM', '6 PM', '12 AM'].map((hour, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: midnight is there twice
          <span key={index}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
