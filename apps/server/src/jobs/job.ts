import { z } from 'zod'

/** After the first failure it is tried again in so many seconds, then at doubling waits, until it has been tried so often. */
export type Retry = { attempts: number; firstWaitSeconds: number }

const usualRetry: Retry = { attempts: 10, firstWaitSeconds: 5 }
const LONGEST_WAIT_SECONDS = 3600

type Described<Data> = {
  /** Stays the same for good: jobs that wait are known by it. */
  name: string
  /** What it does, in plain words, for our staff. */
  title: string
  retry?: Retry
  /**
   * What it asks of the database is about the organization that it was enqueued in, if any. It may be called again after it has
   * done a part or all of its work: when it failed, or when its server was killed.
   */
  run(data: Data): Promise<unknown>
  /** After the last attempt: what the work was for says on its screen that it failed. */
  onGivenUp?(data: Data): Promise<unknown>
}

/** Something that is done in the background. */
export type Job<Data = unknown> = Described<Data> & {
  retry: Retry
  data: z.core.$ZodType<Data>
  /** For what is done again and again. */
  period: Period | undefined
}

/** Work that is enqueued: `data` holds ids, not what belongs to people, and is kept until the work is done. */
export function defineJob<Data>({
  data,
  ...described
}: Described<NoInfer<Data>> & { data: z.core.$ZodType<Data> }): Job<Data> {
  return { retry: usualRetry, ...described, data, period: undefined }
}

type Unit = 'minute' | 'hour' | 'day'
type Every = `${number} ${Unit}${'' | 's'}` | `1 day at ${number}:${number}`

/** Work that is done again and again, by one server each time: at full minutes, hours or days of UTC. */
export function every(period: Every, described: Described<Record<string, never>>): Job<Record<string, never>> {
  return { retry: usualRetry, ...described, data: z.strictObject({}), period: readPeriod(period) }
}

/** The first moment of each period is `offset` seconds after a multiple of `seconds`, counted from 1970. */
export type Period = { seconds: number; offset: number }

const secondsOf: Record<Unit, number> = { minute: 60, hour: 3600, day: 86_400 }

function readPeriod(text: Every): Period {
  const [, count, unit, hour = '0', minute = '0'] = /^(\d+) (minute|hour|day)s?(?: at (\d\d):(\d\d))?$/.exec(text) ?? []
  const seconds = Number(count) * secondsOf[unit as Unit]
  if (!(seconds > 0)) throw new Error(`"${text}" is no period: write "5 minutes", say, or "1 day at 03:00".`)
  return { seconds, offset: Number(hour) * 3600 + Number(minute) * 60 }
}

/** How long to wait after so many failures. */
export function waitAfter({ firstWaitSeconds }: Retry, attempts: number) {
  return Math.min(LONGEST_WAIT_SECONDS, firstWaitSeconds * 2 ** (attempts - 1))
}
