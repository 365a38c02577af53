import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { answerNames, type ImportRow, importDoubts, type WholeImport } from '@sherpa/contracts/athlete-import'
import { type ImportAnswer, importAnswers } from '@sherpa/contracts/import'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { dayOf } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { number, rowsInWords } from '../../imports/import-words.ts'
import { athleteInWords } from '../athlete-in-words.ts'
import { Chosen } from './chosen.tsx'

const answersForAll = { update: 'Update all', add: 'Add all as new', skip: 'Skip all' } as const

/** Rows that may be known athletes. One answer for all of them, or row by row. */
export function SamePersonQuestions({ whole }: { whole: WholeImport }) {
  const { id: organization } = useOrganization()
  const [answer] = athleteImportsApi.useAnswerImportMutation()
  const { busy, run } = useAction()
  const [isRowByRow, setIsRowByRow] = useState(false)
  const here = { organization, import: whole.id }
  const pages = athleteImportsApi.useImportRowsInfiniteQuery({ ...here, query: { outcome: 'asked' } })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return null
  const open = whole.findings?.open ?? 0
  const areListed = isRowByRow || open <= 1
  const give = (value: ImportAnswer, row?: ImportRow) =>
    run(() => answer({ ...here, body: { answer: value, ...(row && { rows: [Number(row.id)] }) } }).unwrap())
  return (
    <Panel
      title="Same person?"
      lead={
        open > 0
          ? `${rowsInWords(open)} may be ${open === 1 ? 'an athlete' : 'athletes'} you already have. Without an answer ${open === 1 ? 'it is' : 'they are'} left out.`
          : 'All questions are answered. You can change an answer until the import starts.'
      }
      actions={
        open > 1 ? (
          <span className="flex flex-wrap gap-2">
            {(Object.keys(answersForAll) as ImportAnswer[]).map((value) => (
              <Button key={value} look="secondary" size="small" busy={busy} onClick={() => give(value)}>
                {answersForAll[value]}
              </Button>
            ))}
          </span>
        ) : undefined
      }
    >
      {areListed ? (
        <ul className="flex flex-col divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="grid gap-x-6 gap-y-2 py-3 text-sm lg:grid-cols-[1fr_1fr_auto] lg:items-center">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="block font-medium text-ink">{row.name}</span>
                <span className="block text-grey">
                  Row {number(row.row)}: {describeCells(row, whole)}
                </span>
              </span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="block font-medium text-ink">{row.candidate?.name ?? `Row ${row.sameAs}`}</span>
                <span className="block text-grey">
                  {row.candidate ? `In Sherpa: ${describeCandidate(row.candidate)}` : 'An earlier row of the file'}.{' '}
                  {row.doubt && importDoubts[row.doubt]}.
                </span>
              </span>
              <span className="flex flex-wrap gap-2">
                {importAnswers.map((value) => (
                  <Button
                    key={value}
                    look="secondary"
                    size="small"
                    busy={busy}
                    aria-pressed={row.answer === value}
                    onClick={() => give(value, row)}
                  >
                    {row.answer === value && <Chosen />}
                    {answerNames[value]}
                  </Button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Button look="secondary" size="small" onClick={() => setIsRowByRow(true)}>
          Answer row by row
        </Button>
      )}
      {areListed && pages.hasNextPage && (
        <Button look="secondary" size="small" busy={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

const CELLS_SHOWN = 5

/** The first filled cells besides the name. */
function describeCells({ cells }: ImportRow, { mapping }: WholeImport) {
  const others = cells.filter((cell, at) => cell !== '' && !/name$/i.test(mapping.targets[at] ?? 'name'))
  return others.slice(0, CELLS_SHOWN).join(', ') || 'no other details'
}

function describeCandidate(candidate: NonNullable<ImportRow['candidate']>) {
  const facts = athleteInWords({ ...candidate, level: 'college' })
  return `${facts || 'no other details'}, added ${dayOf(candidate.addedAt)}`
}
