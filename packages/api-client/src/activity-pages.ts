import type { Activity } from '@sherpa/contracts/activity'

/** Each page of events says what the next one begins before. */
export const activityPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Activity) => next ?? undefined,
}
