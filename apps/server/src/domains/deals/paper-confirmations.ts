import { PAPER_CONFIRMATION_MINUTES } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { z } from 'zod'
import { createSigner } from '../../http/signing.ts'
import { newId } from '../../persistence/new-id.ts'
import type { Secrets } from '../../secrets.ts'

const confirmed = z.object({
  /** Becomes the id of the signature: the primary key makes the token single-use. */
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

/** Signed tokens that carry the proof of identity to the upload request, so no password is sent with the file. */
export function createPaperConfirmations({ secrets, clock }: { secrets: Secrets; clock: () => Date }) {
  const tokens = createSigner(secrets, 'confirmations of signed copies', 'paper-not-confirmed')
  return {
    issue(paper: Omit<ConfirmedPaper, 'id' | 'expiresAt'>) {
      const expiresAt = clock().getTime() + PAPER_CONFIRMATION_MINUTES * 60_000
      const token = tokens.sign({ ...paper, id: newId(), expiresAt })
      return { token, expiresAt: new Date(expiresAt).toISOString() }
    },

    /** Refuses expired tokens, and tokens of another person or deal. */
    read(token: string | undefined, where: Where): ConfirmedPaper {
      if (!token) throw new Refusal('paper-not-confirmed')
      const paper = confirmed.parse(tokens.read(token))
      const isMatching = (['organization', 'person', 'deal'] as const).every((key) => paper[key] === where[key])
      if (!isMatching || paper.expiresAt <= clock().getTime()) throw new Refusal('paper-not-confirmed')
      return paper
    },
  }
}
