import { organizationsApi } from '@sherpa/api-client/organizations'
import { sonarApi } from '@sherpa/api-client/sonar'
import { totalInWords } from '@sherpa/contracts/list'
import type { Permission } from '@sherpa/contracts/organization'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { buttonClass } from '@sherpa/ui/button'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { failureOf, withFieldErrors } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useScreenTitle } from '../../frame/screen-heading.tsx'
import { useIsCountedAbove } from '../../list/list-address.ts'
import { problemInWords, readingInWords, refusedInWords } from './answer-words.ts'
import { Choices } from './choices.tsx'
import { Figure } from './figure.tsx'
import { questionAddress } from './question-address.ts'
import { QuestionForm } from './question-form.tsx'
import { Corrected, Leftover, QuestionText } from './question-text.tsx'
import { SaveSearchButton } from './save-search-button.tsx'
import { SonarIcon } from './sonar-icon.tsx'
import { withoutQuestion } from './without-question.ts'

const quietButton = `${buttonClass({ look: 'secondary', size: 'small' })} border-transparent text-slate`
const linkClass = 'touch-area text-glacier-deep hover:underline'

type Replacing = {
  /** Told whether the answer stands in for the screen below. Undefined once it is closed. */
  onReplace: (isReplaced: boolean | undefined) => void
}

/** The question in the address and how it was read, above the list that answers it. */
export default function SonarAnswerBar({ onReplace }: Replacing) {
  const [search] = useSearchParams()
  const question = search.get('sonar') ?? ''
  // Another question starts anew.
  return <AnswerBar key={question} question={question} onReplace={onReplace} />
}

function AnswerBar({ question, onReplace }: Replacing & { question: string }) {
  const { id: organization } = useOrganization()
  const [search] = useSearchParams()
  const answers = Object.fromEntries(new URLSearchParams(search.get('chosen') ?? ''))
  const asTyped = search.get('typed')?.split(',') ?? []
  const asked = sonarApi.useAskSonarQuery({ organization, body: { question, answers, asTyped, engine: true } })
  const [isEditing, setEditing] = useState(false)
  const [isExplained, setExplained] = useState(false)
  const answer = asked.currentData
  const isOpen = useOpenAnswer(answer)
  useRecord(question, isOpen)
  const isReplaced = useIsReplaced(asked)
  useLayoutEffect(() => {
    onReplace(isReplaced)
    return () => onReplace(undefined)
  }, [isReplaced, onReplace])
  const problem = answer && problemInWords(answer)
  const reading = answer?.address && answer.readBy === 'rules' && readingInWords(question, answer)
  const status = answer ? (
    <Counted answer={answer} />
  ) : (
    asked.isFetching && <span className="loading-note">Reading the question…</span>
  )
  return (
    <section aria-label="Answer of Sonar" className={`flex flex-col gap-2 ${isReplaced ? '' : 'max-md:-mb-4'}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SonarIcon className="size-5 text-glacier" />
        <Question isTitle={isReplaced} text={question}>
          <QuestionText question={question} unknown={answer?.unknown ?? []} />
        </Question>
        {!isReplaced && (
          <p role="status" className="flex-1 text-sm text-grey empty:hidden md:hidden">
            {status}
          </p>
        )}
        <div className="flex gap-1 max-md:ml-auto">
          {answer && <SaveSearchButton question={question} target={answer.target} />}
          {reading && (
            <button
              type="button"
              aria-expanded={isExplained}
              className={`${quietButton} max-md:hidden`}
              onClick={() => setExplained(!isExplained)}
            >
              How it was read
            </button>
          )}
          {!problem && (
            <button
              type="button"
              aria-expanded={isEditing}
              className={quietButton}
              onClick={() => setEditing(!isEditing)}
            >
              <ToolIcon name="edit" />
              <span className="max-md:sr-only">Edit</span>
            </button>
          )}
          <CloseLink />
        </div>
      </div>
      <div role="status" className="flex flex-col gap-3 text-sm empty:hidden">
        {isReplaced && status}
        {asked.isError && <p className="text-error">{withFieldErrors(failureOf(asked.error))}</p>}
        {isExplained && reading && <p className="text-slate max-md:hidden">Read without AI: {reading}.</p>}
        {answer && <Reading question={question} answer={answer} asTyped={asTyped} />}
      </div>
      {(isEditing || problem) && <QuestionForm question={question} autoFocus={isEditing} />}
      {/* The actions of the list are beside it: list.css has the same height. */}
      {!isReplaced && (
        <p role="status" className="flex h-8 items-center gap-1 text-sm text-grey max-md:hidden">
          {status}
        </p>
      )}
    </section>
  )
}

/** A refusal, a figure and an answer without a list replace the screen. Home waits for the answer, which has its own. */
function useIsReplaced({ currentData, data, isError }: ReturnType<typeof sonarApi.useAskSonarQuery>) {
  const { id } = useOrganization()
  const { pathname } = useLocation()
  if (isError) return false
  // While the question is read again, its list stays.
  const latest = currentData ?? data
  const isHome = pathname === `/organizations/${id}`
  if (isHome || !latest) return isHome
  return !latest.address || latest.figure !== null || latest.refused !== null
}

/** Without a list below, the question is the title of the screen. */
function Question({ isTitle, text, children }: { isTitle: boolean; text: string; children: ReactNode }) {
  const look = 'min-w-0 flex-1 text-lg font-medium break-words text-ink max-md:text-base'
  if (isTitle)
    return (
      <TitleOfAnswer text={text} className={look}>
        {children}
      </TitleOfAnswer>
    )
  return <p className={`${look} basis-56 max-md:basis-4/5`}>{children}</p>
}

function TitleOfAnswer({ text, className, children }: { text: string; className: string; children: ReactNode }) {
  const { name } = useOrganization()
  const heading = useScreenTitle(text, name)
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

function Reading({ question, answer, asTyped }: { question: string; answer: SonarAnswer; asTyped: readonly string[] }) {
  const { id, may } = useOrganization()
  const { unknown, corrected, ask, figure, refused, readBy, address } = answer
  const problem = problemInWords(answer)
  const asText = address?.split('?')[0] ?? `/organizations/${id}/athletes`
  return (
    <>
      {refused ? <Refused permission={refused} /> : problem && <p className="text-ink">{problem}</p>}
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
      {corrected.length > 0 && (
        <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-grey">
          {corrected.map(({ start, text, readAs }) => (
            <li key={start}>
              <Corrected text={text} readAs={readAs} />{' '}
              <Link to={questionAddress(id, question, [...asTyped, text.toLowerCase()])} className={linkClass}>
                Undo<span className="sr-only">: read “{text}” as typed</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Choices question={question} ask={ask} />
      {figure && <Figure figure={figure} />}
      {address && readBy === 'ai' && <p className="text-xs text-grey">Read by AI. Check the filters.</p>}
    </>
  )
}

/** Names who can grant the permission. */
function Refused({ permission }: { permission: Permission }) {
  const { id: organization, may } = useOrganization()
  const { currentData: owners, isLoading } = organizationsApi.useMembersInfiniteQuery(
    { organization, query: { role: 'owner', sort: 'name', limit: '3' } },
    { skip: !may('people.view') },
  )
  if (isLoading) return null
  const names = owners?.pages[0]?.rows.map(({ name }) => name) ?? []
  return <p className="text-base text-ink">{refusedInWords(permission, names)}</p>
}

/** Says what was counted, as long as the filters are those of the answer. */
function Counted({ answer: { count, of, noun, address } }: { answer: SonarAnswer }) {
  const isUnchanged = useIsCountedAbove()
  if (!count || !of || !address) return null
  const all = `${totalInWords(of)} ${noun} you can see`
  if (!isUnchanged) return `You changed the filters. There are ${all}.`
  return (
    <>
      <strong className="font-semibold text-ink tabular-nums">{totalInWords(count)}</strong> of the {all}
    </>
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

const hasFiltersOf = (address: string, search: URLSearchParams) =>
  [...new URLSearchParams(address.split('?')[1])].every(
    ([name, value]) => name === 'sort' || search.get(name) === value,
  )

/** Opens the screen of the answer, once. Returns whether it is open, or there is none. */
function useOpenAnswer(answer: SonarAnswer | undefined) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const address = answer?.address
  const isUnchanged = useIsCountedAbove()
  // A link may have the question alone, or the days of last week.
  const isElsewhere = address && (address.split('?')[0] !== pathname || (isUnchanged && !hasFiltersOf(address, search)))
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
