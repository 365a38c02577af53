import { IN_FUTURE } from '@sherpa/contracts/days'
import { disclosureMove, newReportedDeal } from '@sherpa/contracts/disclosure'
import * as z from 'zod/mini'

/** A move that happened already. */
export const pastMove = (today: string) =>
  disclosureMove.check(z.refine(({ on }) => !on || on <= today, { path: ['on'], error: IN_FUTURE }))

/** An agreement that was made already. */
export const pastReport = (today: string) =>
  newReportedDeal.check(
    z.refine(({ agreedOn }) => !agreedOn || agreedOn <= today, { path: ['agreedOn'], error: IN_FUTURE }),
  )
