import { disclosureMove } from '@sherpa/contracts/disclosure'
import * as z from 'zod/mini'

/** A move that happened already. */
export const pastMove = (today: string) =>
  disclosureMove.check(
    z.refine(({ on }) => !on || on <= today, { path: ['on'], error: 'Enter a date that is not in the future' }),
  )
