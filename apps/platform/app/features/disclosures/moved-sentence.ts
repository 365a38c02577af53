import { type DisclosureState, disclosureStates } from '@sherpa/contracts/disclosure-state'

type Moved = { state: string; report: string; proof?: string | null | undefined }

const sentences: Partial<Record<DisclosureState, (moved: Moved) => string>> = {
  draft: ({ report }) => `moved the ${report} back to draft`,
  ready: ({ report }) => `prepared the ${report}`,
  submitted: ({ report, proof }) => `submitted the ${report}${proof ? `. Proof: ${proof}` : ''}`,
  attested: ({ report }) => `recorded the payor’s attestation of the ${report}`,
  'in-arbitration': ({ report }) => `took the ${report} to arbitration`,
  revised: ({ report }) => `started a revision of the ${report}`,
  withdrawn: ({ report }) => `withdrew the ${report}`,
}

/** What happened to a disclosure. Follows the actor's name. */
export function movedSentence(moved: Moved) {
  const state = moved.state as DisclosureState
  const outcome = (disclosureStates[state] ?? moved.state).toLowerCase()
  return sentences[state]?.(moved) ?? `recorded the outcome of the ${moved.report}: ${outcome}`
}
