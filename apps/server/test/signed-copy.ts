import type { NewPaper } from '@sherpa/contracts/deal-work'
import type { Someone } from './people.ts'
import { pdf } from './sample-files.ts'

type Copy = Pick<NewPaper, 'side' | 'signer' | 'number' | 'reason'>

/** Confirms who adds a signed copy of a deal: answers with the token. */
export function confirmSignedCopy(by: Someone, deal: string, copy: Copy) {
  return by.ask('POST', `${deal}/signed-papers/confirmation`, { ...copy, ...by.proof() })
}

/** The upload by itself. */
export function uploadSignedCopy(by: Someone, deal: string, token: string | undefined, bytes = pdf) {
  const query = token === undefined ? '' : `?token=${token}`
  return by.ask('POST', `${deal}/signed-papers${query}`, bytes, { 'content-type': 'application/octet-stream' })
}

/** Adds a copy that a side has signed on paper, as the screen does. `deal` is its address in the API. */
export async function addSignedCopy(by: Someone, deal: string, copy: Copy, bytes = pdf) {
  const confirmed = await confirmSignedCopy(by, deal, copy)
  if (confirmed.statusCode !== 200) return confirmed
  return uploadSignedCopy(by, deal, confirmed.json().token, bytes)
}
