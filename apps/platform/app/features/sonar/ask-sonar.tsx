import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { examplesFor } from './examples.ts'
import { questionAddress } from './question-address.ts'
import { QuestionForm } from './question-form.tsx'

const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** The field on Home, with examples for the role. The history also opens by address. */
export function AskSonar() {
  const { id, role } = useOrganization()
  const [isOpen, setOpen] = useOpenedByAddress('sonar-history')
  const examples = examplesFor(role)
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <QuestionForm example={examples[0]} />
      <div className="flex items-center gap-x-4 gap-y-1 overflow-x-auto py-1 text-sm md:flex-wrap">
        {examples.map((example) => (
          <Link
            key={example}
            to={questionAddress(id, example)}
            className="touch-area shrink-0 text-glacier-deep hover:underline"
          >
            {example}
          </Link>
        ))}
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="touch-area shrink-0 cursor-pointer text-grey hover:underline"
        >
          Your questions
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <HistoryDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
