import type { Currency } from '@sherpa/contracts/currency'
import { dayIn } from '@sherpa/contracts/days'
import type { FinanceOverview, OverviewQuery } from '@sherpa/contracts/finance'
import { ownValue } from '@sherpa/contracts/own-value'
import { addressOf, type ListRequest, listQueryOf } from '@sherpa/contracts/sonar/address'
import type { SonarAnswer, SonarQuestion } from '@sherpa/contracts/sonar/answer'
import { withoutChip } from '@sherpa/contracts/sonar/chips'
import { findNameTexts } from '@sherpa/contracts/sonar/names'
import { parse, type SonarContext } from '@sherpa/contracts/sonar/parse'
import type { SonarReading } from '@sherpa/contracts/sonar/reading'
import { registry } from '@sherpa/contracts/sonar/registry'
import type { Database } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { LoadPage, Viewer } from '../views/views.ts'
import type { ReadByEngine } from './engine.ts'
import { figureOf } from './figure.ts'
import { findNames } from './find-names.ts'

type Parts = {
  database: Database
  clock: () => Date
  loadPage: LoadPage
  loadOverview: (viewer: Viewer, query: OverviewQuery) => Promise<FinanceOverview>
  /** Undefined if the server has none. */
  readByEngine: ReadByEngine | undefined
}
type Read = { reading: SonarReading; readBy: SonarAnswer['readBy'] }
type Context = SonarContext & { answers: Record<string, string>; asTyped: string[] }

/** Reads a question as the query of a list or as a figure, and counts its rows. */
export function createSonar({ database, clock, loadPage, loadOverview, readByEngine }: Parts) {
  return async (
    viewer: Viewer,
    { question, answers = {}, asTyped = [], without = [], engine }: SonarQuestion,
  ): Promise<SonarAnswer> => {
    const { organization } = viewer.member
    const [settings, names] = await Promise.all([
      loadSettings(database, organization, clock()),
      findNames(database, viewer, findNameTexts(question)),
    ])
    const context = {
      ...settings,
      permissions: viewer.member.permissions,
      me: viewer.person.id,
      names,
      answers,
      asTyped,
    }
    const byRules = parse(question, context)
    const mayAskEngine = engine && settings.sonarEngine && byRules.unknown.length > 0 && byRules.ask.length === 0
    const byEngine = mayAskEngine ? await readByEngine?.(question, context) : undefined
    const read: Read = byEngine ? { reading: byEngine, readBy: 'ai' } : { reading: byRules, readBy: 'rules' }
    const reading = withoutChips(read.reading, without)
    const request = listQueryOf(reading)
    const [counted, ask, figure] = await Promise.all([
      countRows(viewer, request),
      describeChoices(viewer, { question, context, reading }),
      request?.target === 'overview' && reading.figure
        ? figureOf(organization, reading.figure, request.query, (asked) => loadOverview(viewer, asked))
        : null,
    ])
    const { target, chips, unknown, corrected, refused } = reading
    return {
      target,
      noun: target && registry[target].label.toLowerCase(),
      chips,
      unknown,
      corrected,
      ask,
      refused,
      address: request ? screenOf(organization, request, { question, answers, asTyped, readBy: read.readBy }) : null,
      ...counted,
      figure,
      readBy: read.readBy,
    }
  }

  async function countRows(viewer: Viewer, request: ListRequest | undefined) {
    if (!request || isFigure(request)) return { count: null, of: null }
    // Without a scope, the list of tasks has the caller's own.
    const all = request.target === 'tasks' ? { scope: 'all' } : {}
    const [count, of] = await Promise.all([
      countPage(viewer, request.target, request.parameters),
      countPage(viewer, request.target, all),
    ])
    return { count, of }
  }

  async function countPage(viewer: Viewer, target: CountedTarget, parameters: Record<string, string>) {
    return (await loadPage(viewer, target, { ...parameters, limit: '1' })).total
  }

  /** Where each choice leads. Only the first question is open: its answer may change the others. */
  async function describeChoices(
    viewer: Viewer,
    { question, context, reading: { target, ask } }: { question: string; context: Context; reading: SonarReading },
  ): Promise<SonarAnswer['ask']> {
    return Promise.all(
      ask.slice(0, 1).map(async (choice) => ({
        ...choice,
        values: await Promise.all(
          withBoth(target, choice).map(async (value) => {
            const answers = { ...context.answers, [choice.parameter]: value.value }
            const request = listQueryOf(parse(question, { ...context, answers }))
            if (!request) return { ...value, address: null, count: null }
            const count = isFigure(request) ? null : await countPage(viewer, request.target, request.parameters)
            return {
              ...value,
              address: screenOf(viewer.member.organization, request, {
                question,
                answers,
                asTyped: context.asTyped,
                readBy: 'rules',
              }),
              count,
            }
          }),
        ),
      })),
    )
  }
}

/** A filter that takes several values can take all choices. */
function withBoth(target: SonarReading['target'], { parameter, values }: SonarReading['ask'][number]) {
  if (!target || !ownValue(registry[target].parameters, parameter)?.several) return values
  const all = { value: values.map(({ value }) => value).join(','), text: values.length === 2 ? 'Both' : 'All of them' }
  return [...values, all]
}

async function loadSettings(database: Database, organization: string, now: Date) {
  const row = await oneRowOf(
    database,
    query
      .selectFrom(publicOrganizations.as('o'))
      .select(['o.time_zone', 'o.currency', 'o.fiscal_month as fiscalMonth', 'o.sonar_engine as sonarEngine'])
      .where('o.id', '=', organization)
      .$narrowType<{ currency: Currency }>(),
    'sonar-settings',
  )
  const { time_zone, ...settings } = row
  return { ...settings, today: dayIn(now.toISOString(), time_zone) }
}

function withoutChips(reading: SonarReading, without: readonly string[]): SonarReading {
  if (without.length === 0) return reading
  const chips = reading.chips.filter(({ removes }) => !removes.some((key) => without.includes(key)))
  return { ...reading, ...withoutChip(reading, { removes: [...without] }), chips }
}

/** The screen of the list. It shows the question, too. */
function screenOf(
  organization: string,
  { target, parameters }: ListRequest,
  {
    question,
    answers,
    asTyped,
    readBy,
  }: Pick<Context, 'answers' | 'asTyped'> & { question: string; readBy: Read['readBy'] },
) {
  const chosen = new URLSearchParams(answers).toString()
  return addressOf(organization, {
    target,
    parameters: {
      ...parameters,
      sonar: question,
      ...(chosen && { chosen }),
      ...(asTyped.length > 0 && { typed: asTyped.join(',') }),
      ...(readBy === 'ai' && { read: 'ai' }),
    },
  })
}

type CountedTarget = Parameters<LoadPage>[1]

const isFigure = (request: ListRequest): request is Extract<ListRequest, { target: 'overview' | 'breakdown' }> =>
  request.target === 'overview' || request.target === 'breakdown'
