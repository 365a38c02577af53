import type { NewPaper } from '@sherpa/contracts/deal-work'
import type { Someone } from './people.ts'
import { pdf } from './sample-files.ts'

type Copy = Pick<NewPaper, 'side' | 'signer' | 'number' | 'reason'>

/** Confirms identity for a signed copy. Returns the upload token. */
export function confirmSignedCopy(by: Someone, deal: string, copy: Copy) {
  return by.ask('POST', `${deal}/signed-papers/confirmation`, { ...copy, ...by.proof() })
}

/** Uploads only. */
export function uploadSignedCopy(by: Someone, deal: string, token: string | undefined, bytes = pdf) {
  const query = token === undefined ? '' : `?token=${token}`
  return by.ask('POST', `${deal}/signed-papers${query}`, bytes, { 'content-type': 'application/octet-stream' })
}

/** Confirms and uploads a copy signed on paper. `deal` is its API path. */
export async function addSignedCopy(by: Someone, deal: string, copy: Copy, bytes = pdf) {
  const confirmed = await confirmSignedCopy(by, deal, copy)
  if (confirmed.statusCode !== 200) return confirmed
  return uploadSignedCopy(by, deal, confirmed.json().token, bytes)
}
