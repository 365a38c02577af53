import { daysBetween } from '@sherpa/contracts/days'
import { dealKinds, decisions } from '@sherpa/contracts/deal'
import { END_OF_DEAL_TITLE } from '@sherpa/contracts/end-of-deal'
import type { Need, NeedGroup, Needs } from '@sherpa/contracts/home'
import { agoInWords, daysInWords, shortCalendarDay } from '../../data/moments.tsx'

type NeedWords = {
  title: string
  about: string
  /** The button label. */
  action: string
  /** Path below the organization. */
  to: string
}

/** The record whose needs are shown: it is not named again. */
export type NeedsOf = 'athlete' | 'company'

export function needWords(need: Need, of?: NeedsOf): NeedWords {
  const { kind, id, title, about, deal, athlete, company, day, since, fact } = need
  const other = of === 'athlete' ? company : of === 'company' ? athlete : null
  const parties = other?.name ?? (athlete && company ? `${athlete.name} × ${company.name}` : title)
  const ofDeal = deal ? `deals/${deal.id}` : ''
  const dueOn = day ? `due ${shortCalendarDay(day)}` : ''
  const ago = since ? agoInWords(since) : ''
  switch (kind) {
    case 'approval':
      return {
        title: parties,
        about: deal ? `${dealKinds[deal.kind]}, version ${deal.version}` : '',
        action: 'Review',
        to: `${ofDeal}#review`,
      }
    case 'returned-deal':
      return {
        title: parties,
        about: about ? `${decisions.changes}: ${about}` : decisions.changes,
        action: 'Revise',
        to: ofDeal,
      }
    case 'to-sign':
      return {
        title: parties,
        about: deal ? `${dealKinds[deal.kind]}, version ${deal.version}` : '',
        action: 'Read and sign',
        to: `${ofDeal}/sign`,
      }
    case 'proof-to-send':
      return {
        title,
        about: [company?.name, dueOn].filter(Boolean).join(', '),
        action: 'Send proof',
        to: `${ofDeal}#prove-${id}`,
      }
    case 'late-payment':
      return { title: parties, about: `${title}, ${dueOn}`, action: 'Remind', to: ofDeal }
    case 'overdue-deliverable':
      return { title: parties, about: `Deliverable: ${title}, ${dueOn}`, action: 'Remind', to: ofDeal }
    case 'key-date':
      return title === END_OF_DEAL_TITLE
        ? {
            title: parties,
            about: `${END_OF_DEAL_TITLE}${day ? `, ${shortCalendarDay(day)}` : ''}. Complete or renew it.`,
            action: 'Open',
            to: ofDeal,
          }
        : { title, about: [parties, about].filter(Boolean).join('. '), action: 'Open', to: ofDeal }
    case 'agreement-end':
      return {
        title: of ? title : (athlete?.name ?? title),
        about: of ? capitalized(dueOn) : `${title}, ${dueOn}`,
        action: 'Renew',
        to: `athletes/${athlete?.id}/documents`,
      }
    case 'agreement-to-confirm':
      return {
        title: of ? `${title} not confirmed` : (athlete?.name ?? title),
        about: of ? `Entered by ${about ?? 'a colleague'}` : `${title}, entered by ${about ?? 'a colleague'}`,
        action: 'Confirm',
        to: `athletes/${athlete?.id}/documents`,
      }
    case 'proof-to-accept':
      return { title: parties, about: `Proof of ${title}, sent ${ago}`, action: 'Check', to: `${ofDeal}#accept-${id}` }
    case 'missing-signature':
      return { title: parties, about: `Approved ${ago}, not signed by all`, action: 'Remind', to: ofDeal }
    case 'signer-to-confirm':
      return { title: parties, about: `${about} is named to sign for the company`, action: 'Confirm', to: ofDeal }
    case 'objection':
      return { title: parties, about: 'A guardian objects. Signing is paused.', action: 'Open', to: ofDeal }
    case 'disclosure':
      return {
        title,
        about: [of ? withoutName(about, athlete?.name) : about, dueOn].filter(Boolean).join(', '),
        action: 'Open',
        to: `compliance/${id}`,
      }
    case 'missing-fact':
      return {
        title,
        about: [about, day && `first at latest ${shortCalendarDay(day)}`].filter(Boolean).join(', '),
        action: 'Enter facts',
        to: `compliance/missing-facts?fact=${fact}`,
      }
    case 'reported-deal':
      return {
        title,
        about: about ? `Reported ${ago}. ${about}` : `Reported ${ago}`,
        action: 'Review',
        to: `compliance#report-${id}`,
      }
    case 'expense':
      return {
        title,
        about: `Expense added by ${about ?? 'a colleague'} ${ago}`,
        action: 'Review',
        to: `finances/expenses/${id}`,
      }
    case 'license':
      return {
        title,
        about: [about, day && `Last day ${shortCalendarDay(day)}`].filter(Boolean).join('. '),
        action: 'Renew',
        to: 'licenses',
      }
    case 'task':
      return { title, about: about ?? '', action: 'Complete', to: `tasks#task-${id}` }
    case 'guardian':
      return {
        title,
        about: `Guardian of ${athlete?.name ?? 'an athlete'}, confirmed ${ago}`,
        action: 'Verify',
        to: `athletes/${athlete?.id}`,
      }
  }
}

/** "Jonah Okoye × Halden Sportswear, Draft" on the record of Jonah Okoye: "Halden Sportswear, Draft". */
const withoutName = (about: string | null, name = '') => about?.replace(`${name}, `, '').replace(`${name} × `, '')

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Days late or until it is due, or how long it has waited. Terms and licenses end; they are not late. */
export function waitInWords(
  { kind, title, day, since }: Pick<Need, 'kind' | 'title' | 'day' | 'since'>,
  today: string,
  now = new Date(),
) {
  if (day) {
    const days = daysBetween(today, day)
    const ended = kind === 'license' ? 'Expired' : kind === 'key-date' && title === END_OF_DEAL_TITLE ? 'Ended' : ''
    return ended && days < 0 ? `${ended} ${-days} ${days === -1 ? 'day' : 'days'} ago` : daysInWords(days)
  }
  if (!since) return ''
  const hours = Math.floor((now.getTime() - Date.parse(since)) / 3_600_000)
  if (hours < 1) return 'Just asked'
  const days = Math.floor(hours / 24)
  return days === 0 ? `${hours} hr waiting` : `${days} ${days === 1 ? 'day' : 'days'} waiting`
}

export const groupTitles: Record<NeedGroup, string> = { late: 'Overdue', today: 'To do today', week: 'Next 7 days' }

const countIn = ({ groups }: Pick<Needs, 'groups'>, name: NeedGroup) =>
  groups.find(({ group }) => group === name)?.count ?? 0

/** Late and today. */
export const urgentNeeds = (needs: Pick<Needs, 'groups'>) => countIn(needs, 'late') + countIn(needs, 'today')

export const isApproval = ({ kind }: Pick<Need, 'kind'>) => kind === 'approval'

/** Reports of which nobody can tell whether they are due. */
const hasUnjudged = ({ groups, housekeeping }: Pick<Needs, 'groups' | 'housekeeping'>) =>
  groups.some(({ rows }) => rows.some(({ kind }) => kind === 'missing-fact')) ||
  housekeeping.some(({ kind }) => kind === 'unjudged-reports')

/** Such as "12 things need you: 3 approvals, 8 overdue, 1 today." Approvals have a section of their own. */
export function needsSentence(needs: Pick<Needs, 'groups' | 'housekeeping'>) {
  const all = urgentNeeds(needs)
  const { housekeeping } = needs
  if (all === 0) {
    return hasUnjudged(needs)
      ? 'Some reports cannot be judged yet. Enter what is missing.'
      : housekeeping.some(({ kind }) => kind.startsWith('reports-before-'))
        ? 'Nothing is overdue. Some reports are from before Sherpa checked for them.'
        : 'Nothing is overdue, and nothing waits for you today.'
  }
  const approvalsIn = (name: NeedGroup) =>
    needs.groups.find(({ group }) => group === name)?.rows.filter(isApproval).length ?? 0
  const late = countIn(needs, 'late') - approvalsIn('late')
  const today = countIn(needs, 'today') - approvalsIn('today')
  const approvals = all - late - today
  const parts = [
    approvals > 0 && `${approvals} ${approvals === 1 ? 'approval' : 'approvals'}`,
    late > 0 && `${late} overdue`,
    today > 0 && `${today} today`,
  ]
    .filter(Boolean)
    .join(', ')
  return `${all} ${all === 1 ? 'thing needs' : 'things need'} you: ${parts}.`
}
