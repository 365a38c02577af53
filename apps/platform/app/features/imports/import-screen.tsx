import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import type { WholeImport } from '@sherpa/contracts/athlete-import'
import type { ImportState } from '@sherpa/contracts/import'
import { MessageBox } from '@sherpa/ui/message-box'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { CheckStep } from './check-step.tsx'
import { DoneStep } from './done-step.tsx'
import { failuresInWords, rowsInWords } from './import-words.ts'
import { MatchStep } from './match-step.tsx'
import { ProgressStep } from './progress-step.tsx'

/** The steps of one import. */
export function Component() {
  const { id: organization, name } = useOrganization()
  const { import: id = '' } = useParams()
  const query = athleteImportsApi.useAthleteImportQuery({ organization, import: id })
  const file = query.currentData
  return (
    <>
      <ScreenHeading
        title={file?.name ?? 'Import'}
        within={name}
        lead={file && `${rowsInWords(file.rows)}${file.createdBy ? `, uploaded by ${file.createdBy.name}` : ''}`}
      />
      <Loaded query={query}>{(whole) => <Steps key={whole.id} whole={whole} />}</Loaded>
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

function Steps({ whole }: { whole: WholeImport }) {
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
      {isMatching ? (
        <MatchStep key={whole.headerRow} whole={whole} onChecking={() => setIsBack(false)} />
      ) : state === 'checked' ? (
        <CheckStep whole={whole} onBack={() => setIsBack(true)} />
      ) : state === 'checking' || state === 'importing' || state === 'undoing' ? (
        <ProgressStep whole={whole} />
      ) : (
        <DoneStep whole={whole} />
      )}
    </>
  )
}
