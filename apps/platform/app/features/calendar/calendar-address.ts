import { calendarQuery } from '@sherpa/contracts/deal-calendar'
import { severalOf } from '@sherpa/contracts/list'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useListAddress } from '../../list/list-address.ts'
import { type ShownKind, shownKinds } from './item-words.ts'

const calendarAddress = z.object({
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  /** The selected day. */
  day: z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/)),
  /** Days that the list next to the month looks ahead; 14 by default. */
  next: z.literal('90'),
  kind: severalOf(z.enum(Object.keys(shownKinds) as ShownKind[])),
  athletes: calendarQuery.shape.athletes,
})

export function useCalendarAddress() {
  const address = useListAddress(calendarAddress)
  const [search] = useSearchParams()
  return {
    ...address,
    /** Undefined removes a parameter. */
    withChanges(changes: Record<string, string | undefined>) {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return `?${next}`
    },
  }
}
export type CalendarAddress = ReturnType<typeof useCalendarAddress>
