import { sonarApi } from '@sherpa/api-client/sonar'
import { totalInWords } from '@sherpa/contracts/list'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { buttonClass } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { roundedMoney } from '../../data/money.ts'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { spanInWords } from '../finances/periods.ts'
import { problemInWords, readingInWords } from './answer-words.ts'
import { Choices } from './choices.tsx'
import { QuestionForm } from './question-form.tsx'
import { Leftover, QuestionText } from './question-text.tsx'
import { SaveSearchButton } from './save-search-button.tsx'
import { SonarIcon } from './sonar-icon.tsx'
import { withoutQuestion } from './without-question.ts'

const quietButton = `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent text-slate`
const linkClass = 'touch-area text-glacier-deep hover:underline'

/** The question in the address and how it was read, above the list that answers it. */
export default function SonarAnswerBar() {
  const [search] = useSearchParams()
  const question = search.get('sonar') ?? ''
  // Another question starts anew.
  return <AnswerBar key={question} question={question} />
}

function AnswerBar({ question }: { question: string }) {
  const { id: organization } = useOrganization()
  const [search] = useSearchParams()
  const answers = Object.fromEntries(new URLSearchParams(search.get('chosen') ?? ''))
  const asked = sonarApi.useAskSonarQuery({ organization, body: { question, answers, engine: true } })
  const [isEditing, setEditing] = useState(false)
  const answer = asked.currentData
  const isOpen = useOpenAnswer(answer)
  useRecord(question, isOpen)
  return (
    <section aria-label="Answer of Sonar" className="flex flex-col gap-3 border-b border-line pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SonarIcon className="size-5 text-glacier" />
        <p className="min-w-0 flex-1 basis-56 text-lg font-medium break-words text-ink">
          <QuestionText question={question} unknown={answer?.unknown ?? []} />
        </p>
        <div className="flex gap-1">
          {answer && <SaveSearchButton question={question} target={answer.target} />}
          <button
            type="button"
            aria-expanded={isEditing}
            className={quietButton}
            onClick={() => setEditing(!isEditing)}
          >
            <ToolIcon name="edit" />
            Edit
          </button>
          <CloseLink />
        </div>
      </div>
      {isEditing && <QuestionForm question={question} autoFocus />}
      <div role="status" className="flex flex-col gap-3 text-sm empty:hidden">
        {asked.isFetching && !answer && <LoadingNote>Reading the question…</LoadingNote>}
        {asked.isError && <p className="text-error">{failureOf(asked.error).text}</p>}
        {answer && <Reading question={question} answer={answer} />}
      </div>
    </section>
  )
}

function Reading({ question, answer }: { question: string; answer: SonarAnswer }) {
  const { id, may } = useOrganization()
  const { pathname } = useLocation()
  const { unknown, ask, figure, refused, readBy, address } = answer
  const problem = problemInWords(answer)
  const asText = address ? pathname : `/organizations/${id}/athletes`
  const reading = readingInWords(question, answer)
  return (
    <>
      {problem && <p className="text-ink">{problem}</p>}
      {!refused && (unknown.length > 0 || !address) && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-grey">
          <Leftover unknown={unknown} />
          {(address || may('athletes.view')) && !figure && (
            <Link to={`${asText}?${new URLSearchParams({ search: question.slice(0, 100) })}`} className={linkClass}>
              Search as text
            </Link>
          )}
        </p>
      )}
      <Choices question={question} ask={ask} />
      {figure && <Figure figure={figure} />}
      <Counted answer={answer} />
      {address && (readBy === 'ai' || reading) && (
        <p className="text-xs text-grey">
          {readBy === 'ai' ? 'Read by AI. Check the filters.' : `Read without AI: ${reading}.`}
        </p>
      )}
    </>
  )
}

/** Says what was counted, as long as the filters are those of the answer. */
function Counted({ answer: { count, of, noun, address } }: { answer: SonarAnswer }) {
  const [search] = useSearchParams()
  if (!count || !of || !address) return null
  const isUnchanged = filtersOf(search) === filtersOf(new URLSearchParams(address.split('?')[1]))
  const all = `${totalInWords(of)} ${noun} you can see`
  return (
    <p className="text-grey">
      {isUnchanged ? (
        <>
          <strong className="font-semibold text-ink tabular-nums">{totalInWords(count)}</strong> of the {all}
        </>
      ) : (
        `You changed the filters. There are ${all}.`
      )}
    </p>
  )
}

const filtersOf = (search: URLSearchParams) =>
  [...search]
    .filter(([name]) => !['open', 'columns'].includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')

function Figure({ figure: { name, from, until, sums } }: { figure: NonNullable<SonarAnswer['figure']> }) {
  return (
    <div className="rounded-lg bg-snow px-4 py-3">
      <p className="text-grey">
        {name}
        {from && until ? `, ${spanInWords({ from, until })}` : ', as of today'}
      </p>
      <ul className="flex flex-wrap items-baseline gap-x-6">
        {sums.map(({ currency, minor, entries }) => (
          <li key={currency}>
            <Link to={entries} className="text-[1.75rem] leading-9 font-semibold text-ink tabular-nums hover:underline">
              {roundedMoney(minor, currency)}
              <span className="sr-only">, show entries</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-grey">
        {sums.length > 1 ? 'Currencies are not converted. ' : ''}Open an amount to see its entries.
      </p>
    </div>
  )
}

function CloseLink() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return (
    <Link to={`${pathname}?${withoutQuestion(search)}`} className={quietButton}>
      <ToolIcon name="close" />
      <span className="sr-only">Close the answer, keep the filters</span>
    </Link>
  )
}

/** Opens the screen of the answer, once. Returns whether it is open, or there is none. */
function useOpenAnswer(answer: SonarAnswer | undefined) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const address = answer?.address
  const isElsewhere = address && address.split('?')[0] !== pathname
  // The rules opened their reading; the AI replaces it.
  const isReadAgain = address && answer.readBy === 'ai' && !search.has('read')
  const next = isElsewhere || isReadAgain ? address : undefined
  useEffect(() => {
    if (next) void navigate(next, { replace: true })
  }, [next, navigate])
  return answer !== undefined && !next
}

/** Keeps a question that was answered in the reader's history. */
function useRecord(question: string, isAnswered: boolean) {
  const { id: organization } = useOrganization()
  const [record] = sonarApi.useRecordSearchMutation()
  useEffect(() => {
    if (isAnswered) void record({ organization, body: { question } })
  }, [isAnswered, question, organization, record])
}
