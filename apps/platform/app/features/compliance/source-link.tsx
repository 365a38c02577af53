import type { JudgedVerdict } from '@sherpa/contracts/compliance'
import { confidences } from '@sherpa/contracts/compliance/judgment'
import { sourceExcerpts } from '@sherpa/contracts/compliance/source-excerpts'
import { ownValue } from '@sherpa/contracts/own-value'
import { calendarDay } from '../../data/moments.tsx'

type Source = Pick<JudgedVerdict, 'source'>

/** Quiet, because it follows every verdict. */
export function SourceLink({ source: { name, url } }: Source) {
  if (!url) return name
  return (
    <a href={url} target="_blank" rel="noreferrer" className="touch-area underline underline-offset-3 hover:text-ink">
      {name}
    </a>
  )
}

/** With what it said when it was read: a link may die. */
export function SourceRead({ source, readOn, confidence }: Source & Pick<JudgedVerdict, 'readOn' | 'confidence'>) {
  const excerpt = ownValue(sourceExcerpts, source.url ?? '')
  return (
    <div className="text-xs break-words text-grey">
      <p>
        <SourceLink source={source} /> · Read {calendarDay(readOn)} · {confidences[confidence]}
      </p>
      {excerpt && <p className="mt-1 max-w-[84ch]">What it said, in our words: {excerpt}</p>}
    </div>
  )
}
