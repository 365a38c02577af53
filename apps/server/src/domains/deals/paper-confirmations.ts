import { PAPER_CONFIRMATION_MINUTES } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { z } from 'zod'
import { signing } from '../../http/signing.ts'
import { newId } from '../../persistence/new-id.ts'

const confirmed = z.object({
  /** Becomes the id of the signature: its primary key makes the token good for one upload only. */
  id: z.uuid(),
  organization: z.uuid(),
  person: z.uuid(),
  deal: z.uuid(),
  number: z.int(),
  side: z.enum(['athlete', 'guardian', 'company']),
  signer: z.string(),
  reason: z.optional(z.string()),
  expiresAt: z.number(),
})
export type ConfirmedPaper = z.infer<typeof confirmed>
type Where = Pick<ConfirmedPaper, 'organization' | 'person' | 'deal'>

/** Tokens of those who have just proven who they are, for a file that comes in a call of its own: no password travels with it. */
export function paperConfirmations({ secret, clock }: { secret: string; clock: () => Date }) {
  const tokens = signing(secret, 'confirmations of signed copies', 'paper-not-confirmed')
  return {
    issue(paper: Omit<ConfirmedPaper, 'id' | 'expiresAt'>) {
      const expiresAt = clock().getTime() + PAPER_CONFIRMATION_MINUTES * 60_000
      const token = tokens.sign({ ...paper, id: newId(), expiresAt })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },

    /** Refuses what was not issued for this person and deal, and what is too old. */
    read(token: string | undefined, where: Where): ConfirmedPaper {
      if (!token) throw new Refusal('paper-not-confirmed')
      const paper = confirmed.parse(tokens.read(token))
      const isMeant = (['organization', 'person', 'deal'] as const).every((key) => paper[key] === where[key])
      if (!isMeant || paper.expiresAt <= clock().getTime()) throw new Refusal('paper-not-confirmed')
      return paper
    },
  }
}
