import { z } from 'zod'

/** Exponential backoff from `firstWaitSeconds`. `attempts` includes the first. */
export type Retry = { attempts: number; firstWaitSeconds: number }

const usualRetry: Retry = { attempts: 10, firstWaitSeconds: 5 }
const MAX_WAIT_SECONDS = 3600

type Described<Data> = {
  /** Stable identifier of stored jobs: never rename. */
  name: string
  /** Shown to staff. */
  title: string
  retry?: Retry
  /** Runs in the organization that enqueued it, if any. Must be idempotent: it is retried after failures and crashes. */
  run(data: Data): Promise<unknown>
  /** After the last attempt, to show the failure on the screen of its record. */
  onGivenUp?(data: Data): Promise<unknown>
}

/** Background job. */
export type Job<Data = unknown> = Described<Data> & {
  retry: Retry
  data: z.core.$ZodType<Data>
  /** For recurring jobs. */
  period: Period | undefined
}

/** Defines an enqueued job. `data` holds ids, no personal data, and is stored until the job succeeds. */
export function defineJob<Data>({
  data,
  ...described
}: Described<NoInfer<Data>> & { data: z.core.$ZodType<Data> }): Job<Data> {
  return { retry: usualRetry, ...described, data, period: undefined }
}

type Unit = 'minute' | 'hour' | 'day'
type Every = `${number} ${Unit}${'' | 's'}` | `1 day at ${number}:${number}`

/** Defines a recurring job, run by one server at full minutes, hours or days of UTC. */
export function every(period: Every, described: Described<Record<string, never>>): Job<Record<string, never>> {
  return { retry: usualRetry, ...described, data: z.strictObject({}), period: readPeriod(period) }
}

/** Periods start `offset` seconds after multiples of `seconds` since the epoch. */
export type Period = { seconds: number; offset: number }

const secondsOf: Record<Unit, number> = { minute: 60, hour: 3600, day: 86_400 }

function readPeriod(text: Every): Period {
  const [, count, unit, hour = '0', minute = '0'] = /^(\d+) (minute|hour|day)s?(?: at (\d\d):(\d\d))?$/.exec(text) ?? []
  const seconds = Number(count) * secondsOf[unit as Unit]
  if (!(seconds > 0)) throw new Error(`"${text}" is no period: write "5 minutes", say, or "1 day at 03:00".`)
  return { seconds, offset: Number(hour) * 3600 + Number(minute) * 60 }
}

/** Backoff in seconds. */
export function waitAfter({ firstWaitSeconds }: Retry, attempts: number) {
  return Math.min(MAX_WAIT_SECONDS, firstWaitSeconds * 2 ** (attempts - 1))
}
