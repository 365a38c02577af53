import { agreementsApi } from '@sherpa/api-client/agreements'
import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { tasksApi } from '@sherpa/api-client/tasks'
import type { AgreementRow } from '@sherpa/contracts/agreement'
import { clockTime } from '@sherpa/contracts/availability'
import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import { nameOfDisclosure } from '@sherpa/contracts/disclosure-state'
import type { Task } from '@sherpa/contracts/task'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { useFirstPage } from '../../list/use-first-page.ts'
import { lastDayOf } from '../athletes/agreements/agreement-words.ts'
import { countedInWords, timeLeft } from '../disclosures/disclosure-words.ts'
import type { OwnItem } from './item-words.ts'

const MOST_ROWS = 100

type Asked = {
  from: string
  until: string
  kind?: string | undefined
  /** Only what the reader is responsible for. */
  isMine?: boolean
}

/** The reader's open tasks in a date range, agreements that end in it, and reports that are due. */
export function useCalendarTasks({ from, until, kind, isMine = false }: Asked) {
  const { id: organization, role, may } = useOrganization()
  const today = useToday()
  const isAsked = (one: OwnItem['kind']) => !kind || kind.split(',').includes(one)
  const query = { from, until, limit: String(MOST_ROWS) }
  const tasks = useFirstPage(tasksApi.endpoints.tasks, { organization, query }, 'tasks', { skip: !isAsked('task') })
  const seesAgreements = isAsked('agreement') && role !== 'athlete' && may('deals.view')
  const agreements = useFirstPage(
    agreementsApi.endpoints.allAgreements,
    { organization, query: { ...query, ...(isMine && { agent: 'me' }) } },
    'agreements',
    { skip: !seesAgreements },
  )
  // People without money permission do not see reports that depend on an amount.
  const seesDisclosures = isAsked('disclosure') && role !== 'athlete' && may('deals.view')
  const disclosures = useFirstPage(
    disclosuresApi.endpoints.disclosures,
    { organization, query: { ...query, state: 'draft,ready', ...(isMine && { scope: 'mine' }) } },
    'disclosures',
    { skip: !seesDisclosures },
  )
  const [ofTasks] = isAsked('task') ? (tasks.currentData?.pages ?? []) : []
  const [ofAgreements] = seesAgreements ? (agreements.currentData?.pages ?? []) : []
  const [ofDisclosures] = seesDisclosures ? (disclosures.currentData?.pages ?? []) : []
  return {
    items: [
      ...(ofTasks?.rows ?? []).flatMap((task: Task) => (task.day ? [taskItem(task, task.day, today)] : [])),
      ...(ofAgreements?.rows ?? []).map(agreementItem),
      ...(ofDisclosures?.rows ?? []).map((row: DisclosureRow) => disclosureItem(row, today)),
    ],
    queries: [tasks, agreements, disclosures],
    more: Boolean(ofTasks?.next || ofAgreements?.next || ofDisclosures?.next),
  }
}

const without = { keyDate: null, away: null, isProven: false as const, payment: null }

function taskItem({ id, title, about, time }: Task, day: string, today: string): OwnItem {
  return {
    ...without,
    id,
    kind: 'task',
    title,
    day,
    record: { name: about?.name ?? 'Your task', to: `tasks#task-${id}` },
    athlete: about?.kind === 'athlete' ? about : null,
    why: time ? clockTime(time) : '',
    state: day < today ? 'late' : 'open',
  }
}

function agreementItem(agreement: AgreementRow): OwnItem {
  const { id, athlete } = agreement
  return {
    ...without,
    id,
    kind: 'agreement',
    title: 'End of the agreement',
    day: lastDayOf(agreement) ?? '',
    record: { name: athlete.name, to: `athletes/${athlete.id}` },
    athlete,
    why: 'Last day of the representation agreement',
    state: 'open',
  }
}

function disclosureItem(row: DisclosureRow, today: string): OwnItem {
  return {
    ...without,
    id: row.id,
    kind: 'disclosure',
    title: nameOfDisclosure(row),
    day: row.dueOn,
    record: { name: row.deal?.title ?? row.athlete.name, to: `compliance/${row.id}` },
    athlete: row.athlete,
    why: countedInWords(row) ?? '',
    state: timeLeft(row, today, new Date()).isLate ? 'late' : 'open',
  }
}

const ownKinds: readonly string[] = ['task', 'agreement', 'disclosure'] satisfies OwnItem['kind'][]

/** Kinds for the calendar of deals; undefined for all of them. */
export const kindsOfDeals = (kind: string | undefined) =>
  kind
    ?.split(',')
    .filter((one) => !ownKinds.includes(one))
    .join(',')
