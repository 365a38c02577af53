import { companyKinds } from '../../company.ts'
import { dealKinds } from '../../deal.ts'
import { dealStages, versionStages } from '../../deal-stage.ts'
import { productCategories } from '../../exclusivity.ts'
import { athletes } from './athletes.ts'
import { largest, nameSorts, smallest } from './sort-words.ts'
import type { Meaning, Vocabulary } from './vocabulary.ts'

const categoryWords: Record<string, string> = {
  apparel: 'apparel|clothing|sportswear|clothes',
  footwear: 'shoe|sneaker|cleat',
  'energy-drinks': 'energy drink',
  'soft-drinks': 'soda|soft drink',
  'sports-drinks': 'sport drink',
  'financial-services': 'financial|finance|bank|banking|insurance|credit union|fintech|financial service',
  crypto: 'cryptocurrency|bitcoin|crypto currency',
  betting: 'gambling|sportsbook|sports betting|bookmaker',
  casinos: 'casino',
  tobacco: 'vape|vaping|nicotine|e-cigarette|tobacco',
  steroids: 'steroid|performance enhancing drug|peds',
  firearms: 'firearm|gun|ammunition|weapon',
  automotive: 'car|auto|automobile|vehicle|truck|car dealer|car dealership|auto dealer|dealership',
  telecom: 'phone|mobile|wireless|telecommunications',
  food: 'food|grocery|snack',
  restaurants: 'restaurant|diner|dining|fast food',
  nutrition: 'nutrition|supplement',
  'video-games': 'gaming|video game|esport',
  'trading-cards': 'trading card|card|memorabilia|collectible',
  technology: 'tech|software',
  travel: 'airline|hotel',
  beauty: 'cosmetic|skincare|skin care|makeup',
  health: 'healthcare|health care|fitness',
  media: 'media|broadcasting|podcast',
}

const allStages = Object.keys(dealStages)
const OPEN = ['draft', 'in-review', 'approved']
const IN_FORCE = ['signed', 'active']
const CLOSED = allStages.filter((stage) => !OPEN.includes(stage) && !IN_FORCE.includes(stage))

const amendmentPhrases = Object.keys(versionStages).map((stage): [string, Meaning] => {
  const words = stage.replaceAll('-', ' ')
  return [
    `amendment ${words}|with amendment ${words}|amendment is ${words}|${words} amendment|amendment that is ${words}`,
    { where: [{ field: 'amendment', op: 'eq', value: stage }] },
  ]
})

export const deals: Vocabulary = {
  label: 'Deals',
  permissions: ['deals.view'],
  nouns: 'deal|agreement',
  parameters: {
    stage: {
      label: 'Stage',
      several: true,
      values: dealStages,
      words: {
        draft: 'drafted|in draft',
        'in-review':
          'under review|being reviewed|waiting for/on approval/review|awaiting approval/review|needing approval/review|pending approval/review|pending|submitted for? review|needs/need approval|to be? approved|not yet approved|not approved yet?|up for review|to review',
        approved:
          'waiting for/on signature/signatures|needing signature/signatures|unsigned but approved|ready to sign|awaiting signature/signatures|to be? signed|pending signature|out for signature',
        active: 'live|running|current|currently running|ongoing',
        completed: 'finished|complete|fulfilled|done|wrapped up',
        declined: 'rejected|refused|turned down|fell through',
        terminated: 'canceled|cancelled|cut short|ended early',
        expired: 'lapsed',
      },
    },
    kind: {
      label: 'Kind',
      several: true,
      values: dealKinds,
      words: {
        contract: 'playing contract',
        nil: 'name image likeness|name image and likeness',
        sponsorship: 'sponsor|endorsement|sponsored',
      },
    },
    athlete: { label: 'Athlete', several: true, name: 'athlete' },
    company: { label: 'Company', several: true, name: 'company' },
    lead: {
      label: 'Lead',
      several: true,
      values: { me: 'me', none: 'nobody' },
      words: {
        me: 'my|mine|i lead|i am leading|led by me|i run|i am lead on|where i am lead|i manage|i handle|assigned to me|i am responsible for|i work on|i am working on',
        none: 'nobody/none/noone leads|nobody/none/noone lead|no one lead/leads|without lead|no lead|with no lead|without anyone leading|led by nobody|unassigned|have/has no lead|not led by anyone|nobody handles/runs/manages/owns|no one handles/runs/manages/owns|without owner|lead missing|missing lead|lacking lead',
      },
      name: 'member',
      me: 'me',
    },
    paydays: {
      label: 'Paydays',
      several: true,
      values: { missing: 'missing' },
      words: {
        missing:
          'without paydays|no paydays|missing paydays|paydays are? missing|with no paydays|have/has no paydays|lacking paydays|paydays not set',
      },
      permission: 'money.view',
    },
  },
  fields: {
    amount: { label: 'Amount', parameter: 'amount', kind: 'amount', permission: 'money.view', printed: 'amount' },
    startsOn: { label: 'Start', parameter: 'start', kind: 'day', printed: 'starting' },
    endsOn: { label: 'End', parameter: 'end', kind: 'day', printed: 'ending' },
    nextDueOn: { label: 'Next due', parameter: 'due', kind: 'day', printed: 'due' },
    category: {
      label: 'Category',
      parameter: 'category',
      kind: 'choice',
      values: productCategories,
      words: categoryWords,
    },
    'exclusivity.kind': { label: 'Exclusivity', parameter: 'exclusivity', kind: 'choice' },
    amendment: { label: 'Amendment', parameter: 'amendment', kind: 'choice' },
  },
  sorts: {
    ...nameSorts,
    active: 'by activity ascending|least recently active first?|stalest first?',
    '-active':
      'most recently active first?|recently active first?|by activity|by last activity|newest first|latest first|most recent first?|recently changed|latest|newest|most recent',
    amount: `${smallest}|least valuable first?|lowest paying first?`,
    '-amount': `${largest}|most valuable first?|highest paying first?|richest first?|most lucrative first?|best paying first?`,
    end: 'by end|by end date|ending soonest|ending first|ending soon|soonest to end|by expiry|by expiration|expiring first|expiring soonest|nearest/closest/soonest/earliest end date? first?|soonest/nearest expiring first?',
    '-end': 'by end descending|by end date descending|ending last|latest to end',
    due: 'by due date|by next due date|due first|due soonest|by what is due|most urgent first?',
    '-due': 'by due date descending',
  },
  soonest: { endsOn: 'end', nextDueOn: 'due' },
  sortPermissions: { amount: 'money.view' },
  phrases: [
    ['contract|playing contract', { names: 'head', set: { kind: ['contract'] } }],
    ['sponsorship|endorsement', { names: 'head', set: { kind: ['sponsorship'] } }],
    ['nil', { names: 'cue', set: { kind: ['nil'] } }],
    ['draft', { names: 'head', set: { stage: ['draft'] } }],
    [
      'open|unsigned|not signed yet?|in pipeline|still open|in works|in progress|have/has not been signed|yet to be signed|not yet signed',
      { set: { stage: OPEN } },
    ],
    ['in force|in effect', { set: { stage: IN_FORCE } }],
    ['closed', { set: { stage: CLOSED } }],
    // "Are over half of it" compares.
    ['are over|is over|already over', { set: { stage: CLOSED }, unlessBefore: /^(?:half|[^\p{L},/&].*)$/u }],
    [
      'exclusive|with exclusivity|grant exclusivity',
      { where: [{ field: 'exclusivity.kind', op: 'in', value: ['category', 'company'] }] },
    ],
    [
      'non exclusive|not exclusive|without exclusivity|no exclusivity|nonexclusive',
      { where: [{ field: 'exclusivity.kind', op: 'eq', value: 'none' }] },
    ],
    [
      'category exclusive|exclusive by category|category exclusivity|exclusivity by category',
      { where: [{ field: 'exclusivity.kind', op: 'eq', value: 'category' }] },
    ],
    [
      'company exclusive|exclusive by company|company exclusivity|exclusivity by company',
      { where: [{ field: 'exclusivity.kind', op: 'eq', value: 'company' }] },
    ],
    [
      'amended|being amended|with open? amendment|have/has amendment|with amendments',
      { where: [{ field: 'amendment', op: 'in', value: Object.keys(versionStages) }] },
    ],
    ...amendmentPhrases,
    [
      'open ended|without end date|no end date|without end|with no end date|have/has no end date',
      { where: [{ field: 'endsOn', op: 'eq', value: null }] },
    ],
    ['without start date|no start date', { where: [{ field: 'startsOn', op: 'eq', value: null }] }],
  ],
  names: { athlete: 'athlete', company: 'company', member: 'lead' },
  periods: { tense: 'due', roles: { start: 'startsOn', end: 'endsOn', due: 'nextDueOn' } },
  fillers:
    'athlete|player|deal|lead|led|leading|run|handle|manage|something|anything|have|stage|kind|category|brand deal|signed by athlete|of type|total|worth|value',
}

export const companies: Vocabulary = {
  label: 'Companies',
  permissions: ['deals.view'],
  nouns: 'company|partner|business|firm',
  parameters: {
    kind: { label: 'Kind', several: true, values: companyKinds, words: { brand: 'sponsor', club: 'team' } },
    category: { label: 'Category', several: true, values: productCategories, words: categoryWords },
    contact: { ...(athletes.parameters.contact ?? { label: 'Contact' }) },
  },
  fields: {
    parent: { label: 'Parent company', parameter: 'parent', kind: 'name', printed: 'owned by' },
    lastContactAt: { label: 'Last contact', parameter: 'contacted', kind: 'day', printed: 'last contact' },
  },
  sorts: {
    ...nameSorts,
    added: 'oldest first|by date added ascending|oldest to newest|first added first?',
    '-added':
      'newest first|newest|newly added|recently added|added recently|just added|most recently added first?|latest first|latest|most recent first?|by date added|last added first?|newest to oldest',
    contact: 'by last contact|longest without contact first?|least recently contacted first?|by contact',
    '-contact':
      'most recently contacted first?|recently contacted first?|by last contact descending|last contacted first',
  },
  phrases: Object.keys(companyKinds)
    .filter((kind) => kind !== 'other')
    .map((kind): [string, Meaning] => [kind, { names: 'head', set: { kind: [kind] } }]),
  names: { company: 'search' },
  periods: { tense: 'past', roles: { contact: 'lastContactAt' } },
  fillers:
    'company|sell|make|selling|making|sector|industry|space|in business of|category|kind|that do|owns|own|work with',
}
