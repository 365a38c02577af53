import type { HostedFile, Variant } from './hosted-site.ts'

/** The smallest form that the client can read. */
export function chooseVariant(file: HostedFile, acceptEncoding: string | undefined): Variant {
  if (file.br && accepts(acceptEncoding, 'br')) return file.br
  if (file.gzip && accepts(acceptEncoding, 'gzip')) return file.gzip
  return file.plain
}

function accepts(header: string | undefined, encoding: string) {
  if (!header) return false
  return header
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}

/** If-None-Match compares weakly, and may list several. */
export function alreadyHas(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** The one byte range asked for; `undefined` for the whole, 'unsatisfiable' beyond the end. Several ranges get the whole. */
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
