import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import type { ReactNode } from 'react'

const leftoverClass = 'underline decoration-summit decoration-dotted decoration-2 underline-offset-4'

/** The question. Words that were not understood are underlined. */
export function QuestionText({ question, unknown }: { question: string; unknown: SonarAnswer['unknown'] }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const { start, end } of unknown) {
    parts.push(question.slice(from, start))
    parts.push(
      <span key={start} className={leftoverClass}>
        {question.slice(start, end)}
      </span>,
    )
    from = end
  }
  return [...parts, question.slice(from)]
}

/** A misspelled word and how it was read. */
export const Corrected = ({ text, readAs }: { text: string; readAs: string }) => (
  <span>
    Read “{text}” as {readAs}
  </span>
)

/** Names the words that were not understood: the underline alone is not enough. */
export function Leftover({ unknown }: Pick<SonarAnswer, 'unknown'>) {
  if (unknown.length === 0) return null
  return (
    <span>
      Not used:{' '}
      {unknown.map(({ start, text }, index) => (
        <span key={start}>
          {index > 0 && ', '}
          <span className={leftoverClass}>{text}</span>
        </span>
      ))}
    </span>
  )
}
