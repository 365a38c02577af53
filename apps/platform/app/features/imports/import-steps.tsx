import type { ImportedFile, ImportState } from '@sherpa/contracts/import'
import { MessageBox } from '@sherpa/ui/message-box'
import { type ReactNode, useState } from 'react'
import type { Query } from '../../data/query-state.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { failuresInWords, rowsInWords } from './import-words.ts'

type Screens<Whole> = {
  match: (whole: Whole, onChecking: () => void) => ReactNode
  check: (whole: Whole, onBack: () => void) => ReactNode
  progress: (whole: Whole) => ReactNode
  done: (whole: Whole) => ReactNode
}

/** The steps of one import. */
export function ImportSteps<Whole extends ImportedFile>({
  query,
  ...screens
}: Screens<Whole> & { query: Query<Whole> }) {
  const { name } = useOrganization()
  const file = query.currentData
  return (
    <>
      <ScreenHeading
        title={file?.name ?? 'Import'}
        within={name}
        lead={file && `${rowsInWords(file.rows)}${file.createdBy ? `, uploaded by ${file.createdBy.name}` : ''}`}
      />
      <Loaded query={query}>{(whole) => <Steps key={whole.id} whole={whole} {...screens} />}</Loaded>
    </>
  )
}

const steps = ['Upload', 'Match columns', 'Check', 'Import', 'Done']
const stepOf: Record<ImportState, number> = {
  uploading: 0,
  mapping: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  canceled: 3,
  done: 4,
  undoing: 4,
  undone: 4,
}

function Steps<Whole extends ImportedFile>({ whole, match, check, progress, done }: Screens<Whole> & { whole: Whole }) {
  /** Back at the columns after the check. */
  const [isBack, setIsBack] = useState(false)
  const { state, failed } = whole
  const isMatching = state === 'mapping' || (isBack && state === 'checked')
  const current = isMatching ? 1 : stepOf[state]
  return (
    <>
      <ol aria-label="Steps" className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line pb-3 text-sm">
        {steps.map((step, at) => (
          <li
            key={step}
            aria-current={at === current ? 'step' : undefined}
            className={`flex items-center gap-2 ${at === current ? 'font-semibold text-ink' : 'text-grey'}`}
          >
            <span
              aria-hidden="true"
              className={`flex size-5 items-center justify-center rounded-full text-xs tabular-nums ${at < current ? 'bg-success-pale text-success' : at === current ? 'bg-glacier text-white' : 'bg-quiet text-slate'}`}
            >
              {at < current ? '✓' : at + 1}
            </span>
            {step}
            {at < current && <span className="sr-only">, done</span>}
          </li>
        ))}
      </ol>
      <MessageBox message={failed ? { kind: 'error', text: failuresInWords[failed] } : undefined} />
      {isMatching
        ? match(whole, () => setIsBack(false))
        : state === 'checked'
          ? check(whole, () => setIsBack(true))
          : state === 'checking' || state === 'importing' || state === 'undoing'
            ? progress(whole)
            : done(whole)}
    </>
  )
}
