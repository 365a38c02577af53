import type { JudgedVerdict } from '@sherpa/contracts/compliance'

/** Quiet, because it follows every verdict. */
export function SourceLink({ source: { name, url } }: Pick<JudgedVerdict, 'source'>) {
  if (!url) return name
  return (
    <a href={url} target="_blank" rel="noreferrer" className="touch-area underline underline-offset-3 hover:text-ink">
      {name}
    </a>
  )
}
