import { readOnce } from '@sherpa/api-client/read-once'
import { sonarApi } from '@sherpa/api-client/sonar'
import { totalInWords } from '@sherpa/contracts/list'
import type { SonarAnswer } from '@sherpa/contracts/sonar/answer'
import { countInWords, problemInWords, sumsInWords } from '../../features/sonar/answer-words.ts'
import { examplesFor } from '../../features/sonar/examples.ts'
import { questionAddress } from '../../features/sonar/question-address.ts'
import { Corrected, Leftover } from '../../features/sonar/question-text.tsx'
import { SonarIcon } from '../../features/sonar/sonar-icon.tsx'
import { matchOf, ranked } from './match.ts'
import type { PaletteResult, PaletteScope, PaletteSource } from './sources.tsx'

/** After results whose title matches, before similar ones. */
const RANK = 4
/** Fewer words are a search. */
const FEWEST_WORDS = 2
const SHOWN_QUESTIONS = 3

const picture = { drawing: <SonarIcon className="size-4.5 text-glacier-deep" /> }
const mayAsk = ({ organization }: PaletteScope) => organization !== undefined && organization.role !== 'athlete'

/** Reads what is typed as a question, and shows how before it is opened. */
const askSonar: PaletteSource = {
  name: 'Ask Sonar',
  async search(question, scope) {
    const { organization, dispatch } = scope
    if (!organization || !mayAsk(scope) || question.split(/\s+/).length < FEWEST_WORDS || question.length > 300)
      return []
    const { askSonar } = sonarApi.endpoints
    const answer = await readOnce(dispatch, askSonar, { organization: organization.id, body: { question } })
    return resultsOf(question, answer, questionAddress(organization.id, question))
  },
}

function resultsOf(question: string, answer: SonarAnswer, elsewhere: string): PaletteResult[] {
  const { chips, ask, unknown, refused, address, figure, noun } = answer
  const match = { rank: RANK, ranges: [] }
  // A name is a search, which other sources answer better.
  const isSearch = chips.every(({ removes }) => removes.includes('search')) && unknown.length > 0
  if (!refused && ask.length === 0 && (!address || isSearch)) return []
  if (ask[0]?.parameter === 'target') {
    return ask[0].values.flatMap(({ value, text, address: open, count }) =>
      open
        ? [
            {
              id: value,
              title: text,
              about: question,
              picture,
              open,
              amount: count ? totalInWords(count) : undefined,
              match,
            },
          ]
        : [],
    )
  }
  const title = refused
    ? (problemInWords(answer) ?? '')
    : figure
      ? `${figure.name}: ${sumsInWords(figure)}`
      : (countInWords(answer) ?? `Open ${noun}`)
  return [
    {
      id: 'answer',
      title,
      picture,
      open: address ?? elsewhere,
      match,
      below: refused ? undefined : <Chips answer={answer} />,
    },
  ]
}

function Chips({ answer: { chips, ask, unknown, corrected } }: { answer: SonarAnswer }) {
  const chipClass = 'rounded-sm border bg-ground px-2 py-0.5 text-xs text-ink'
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-slate">
      {chips.map(({ text }) => (
        <span key={text} className={`${chipClass} border-glacier-light`}>
          {text}
        </span>
      ))}
      {ask.map(({ start, values }) => (
        <span key={start} className={`${chipClass} border-dashed border-summit bg-summit-pale text-summit-ink`}>
          {values
            .filter(({ value }) => !value.includes(','))
            .map(({ text }) => text)
            .join(' or ')}
          ?
        </span>
      ))}
      {corrected.map(({ start, text, readAs }) => (
        <Corrected key={start} text={text} readAs={readAs} />
      ))}
      <Leftover unknown={unknown} />
    </span>
  )
}

const askedBefore: PaletteSource = {
  name: 'Asked before',
  async search(text, scope) {
    const { organization, dispatch } = scope
    if (!organization || !mayAsk(scope)) return []
    const { searchHistory } = sonarApi.endpoints
    const { searches } = await readOnce(dispatch, searchHistory, { organization: organization.id })
    const questions = searches
      .filter(({ question }) => question !== text && matchOf(text, question))
      .slice(0, SHOWN_QUESTIONS)
      .map(({ id, question }) => ({
        id,
        title: question,
        picture,
        open: questionAddress(organization.id, question),
        match: { rank: text ? RANK : 0, ranges: matchOf(text, question)?.ranges ?? [] },
      }))
    if (questions.length === 0 || text) return questions
    const all = {
      id: 'history',
      title: 'All your questions',
      picture,
      open: `/organizations/${organization.id}#sonar-history`,
      match: { rank: 0, ranges: [] },
    }
    return [...questions, all]
  },
}

const examples: PaletteSource = {
  name: 'Try asking',
  search(text, { organization }) {
    if (!organization || text) return []
    return ranked(
      text,
      examplesFor(organization.role).map((question) => ({
        id: question,
        title: question,
        picture,
        open: questionAddress(organization.id, question),
      })),
    )
  },
}

export const sonarSources = [askSonar, askedBefore, examples]
