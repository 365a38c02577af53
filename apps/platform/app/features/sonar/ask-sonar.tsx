import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { examplesFor } from './examples.ts'
import { questionAddress } from './question-address.ts'
import { QuestionForm } from './question-form.tsx'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

const itemClass = 'flex min-h-9 w-full items-center rounded-sm px-3 text-left text-sm hover:bg-hover max-md:min-h-11'

/** The field on Home, with examples for the role while it has focus. On phones the search has all of it, unless the
 * field also finds athletes. The history also opens by address.
 */
export function AskSonar({
  withExamples,
  onFind,
}: {
  /** Without data, they have no answer. */
  withExamples: boolean
  /** Text to find athletes by while it is typed. */
  onFind?: (typed: string) => void
}) {
  const { id, role } = useOrganization()
  const [isHistoryOpen, setHistoryOpen] = useOpenedByAddress('sonar-history')
  const [isListOpen, setListOpen] = useState(false)
  const examples = withExamples ? examplesFor(role) : []
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the focus inside */}
      <div
        className={`relative max-lg:mt-3 ${onFind ? '' : 'max-md:hidden'}`}
        onFocus={() => setListOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setListOpen(false)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setListOpen(false)
        }}
      >
        <QuestionForm onType={onFind} />
        {isListOpen && (
          <ul
            aria-label="Questions"
            // Safari takes the focus away before the click.
            onMouseDown={(event) => event.preventDefault()}
            className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-ground p-1 shadow-pop"
          >
            {examples.map((example) => (
              <li key={example}>
                <Link to={questionAddress(id, example)} className={`${itemClass} text-ink`}>
                  {example}
                </Link>
              </li>
            ))}
            <li>
              <button
                type="button"
                onClick={() => {
                  setListOpen(false)
                  setHistoryOpen(true)
                }}
                className={`${itemClass} cursor-pointer text-grey`}
              >
                Your questions
              </button>
            </li>
          </ul>
        )}
      </div>
      {isHistoryOpen && (
        <Suspense>
          <HistoryDialog onClose={() => setHistoryOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
