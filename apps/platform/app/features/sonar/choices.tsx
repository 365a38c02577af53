import { totalInWords } from '@sherpa/contracts/list'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { Link } from 'react-router'

/** Equal readings: each choice leads to its list. */
export function Choices({ question, ask: [choice] }: { question: string } & Pick<SonarAnswer, 'ask'>) {
  if (!choice) return null
  const { start, end, values } = choice
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-summit/40 bg-summit-pale px-4 py-2.5 text-sm">
      <p className="font-semibold text-ink">What is “{question.slice(start, end)}”?</p>
      <ul className="flex flex-wrap gap-2">
        {values.map(({ value, text, address, count }) =>
          address ? (
            <li key={value}>
              <Link
                to={address}
                className="inline-flex min-h-8 items-center gap-2 rounded-full border border-control bg-white px-3 text-ink hover:border-line-strong max-md:min-h-11"
              >
                {text}
                {count && <span className="text-grey tabular-nums">{totalInWords(count)}</span>}
              </Link>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  )
}
