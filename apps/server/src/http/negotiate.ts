import { boundedCache } from '@sherpa/contracts/bounded-cache'
import type { HostedFile, Variant } from './hosted-site.ts'

/** Chooses the smallest accepted encoding. */
export function chooseVariant(file: HostedFile, acceptEncoding = ''): Variant {
  const { br, gzip } = encodingsIn(acceptEncoding)
  if (file.br && br) return file.br
  if (file.gzip && gzip) return file.gzip
  return file.plain
}

/** Cached: browsers send few distinct headers. */
const encodingsIn = boundedCache(readEncodings)

function readEncodings(header: string) {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name)
  return { br: accepted.includes('br'), gzip: accepted.includes('gzip') }
}

/** Weak comparison; the header may list several tags. */
export function alreadyHas(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Single byte range, `undefined` for the whole file (also for multiple ranges), or 'unsatisfiable'. */
export function chooseRange(range: string | undefined, size: number) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!match) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
