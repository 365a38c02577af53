import { deliverableStates, keyDateStates } from '../../deal-work.ts'
import { keyDateKinds } from '../../key-date.ts'
import { dueSorts, newest, soonest } from './sort-words.ts'
import { type Meaning, PERIOD, period, type Vocabulary, YESTERDAY } from './vocabulary.ts'

const deal = { label: 'Deal', unspoken: true } as const
const athlete = { label: 'Athlete', several: true, name: 'athlete' } as const
const lead = {
  label: 'Lead',
  values: { me: 'me' },
  words: {
    me: 'my|of/in/on/from/under/for my deals|my deals|of/in/on/from/for deals i lead|deals i lead|i lead|led by me|that i lead|i am responsible for',
  },
} as const
const mine = {
  label: 'Athletes',
  values: { mine: 'mine' },
  words: {
    mine: 'of/for/by/from my athlete/player/client|my athlete/player/client|of/for/by/from athletes i manage|athletes i manage|athletes i look after|of/for athletes i look after|my guys|my people',
  },
  printed: () => 'of my athletes',
} as const
const due = { tense: 'due', roles: { any: PERIOD, due: PERIOD, end: PERIOD, happened: PERIOD } } as const
const kindNoun = (kind: string, words: string): [string, Meaning] => [words, { names: 'head', set: { kind: [kind] } }]

export const keyDates: Vocabulary = {
  label: 'Key dates',
  permissions: ['deals.view'],
  nouns: 'key date|deadline|important date|date to watch|critical date|contract date|dates|upcoming date',
  parameters: {
    ...period,
    state: {
      label: 'State',
      several: true,
      values: keyDateStates,
      words: {
        open: 'open|coming up|upcoming|not done yet?|pending|to do|still to do|come up|ahead|approaching|that are coming',
        late: 'late|past due|missed|past|passed|lapsed',
        done: 'completed|finished|handled|taken care of|exercised|done already',
      },
    },
    kind: {
      label: 'Kind',
      several: true,
      values: keyDateKinds,
      words: {
        option: 'option',
        notice: 'notice',
        guarantee: 'guarantee|guaranteed money',
        payment: 'payment date|payment',
        deliverable: 'deliverable',
        disclosure: 'disclosure|reporting',
      },
    },
    deal,
    athlete,
    athletes: mine,
    lead,
  },
  sorts: {
    day: `by day|by date|by deadline|oldest first|${soonest}`,
    '-day': `by day descending|${newest}`,
  },
  phrases: [
    kindNoun('option', 'option|option date|option deadline|contract option'),
    kindNoun('notice', 'notice|notice date|notice deadline|notice period'),
    kindNoun('guarantee', 'guarantee|guarantee date|guarantee deadline'),
    kindNoun('disclosure', 'disclosure deadline|disclosure date'),
    kindNoun('payment', 'payment deadline|payment date'),
    kindNoun('deliverable', 'deliverable deadline|deliverable date'),
    ['open or overdue|not done', { set: { state: ['open', 'late'] } }],
  ],
  names: { athlete: 'athlete', company: 'search' },
  periods: due,
  fillers: 'deal|date|kind|state|due|athlete|contract|is there|coming|deadline|day',
}

export const deliverables: Vocabulary = {
  label: 'Deliverables',
  permissions: ['deals.view'],
  nouns: 'deliverable|obligation|content due|social post|deal obligation|post owed|things to deliver',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: deliverableStates,
      words: {
        planned:
          'planned|upcoming|not submitted yet?|without proof|not delivered yet?|no proof yet?|to do|still to do|not started',
        submitted:
          'submitted|proof sent|with proof|waiting for/on review|to review|in review|awaiting review|to check|proof to review|waiting for acceptance|needing review|proof is? submitted|with submitted proof',
        returned: 'sent back|returned|rejected',
        accepted: 'accepted|delivered|done|completed|approved|finished',
      },
    },
    late: {
      label: 'Overdue',
      values: { yes: 'yes' },
      words: { yes: 'overdue|late|past due|missed|behind|behind schedule' },
      printed: () => 'overdue',
    },
    ...period,
    deal,
    athlete,
    company: { label: 'Company', name: 'company' },
    athletes: mine,
    lead,
  },
  sorts: dueSorts,
  phrases: [
    [
      'open|outstanding|not accepted yet?|not done yet?|unfinished|not yet accepted',
      { set: { state: ['planned', 'submitted', 'returned'] } },
    ],
  ],
  names: { athlete: 'athlete', company: 'company' },
  periods: due,
  fillers: 'deal|athlete|player|due|state|proof|owed|deliver|have to deliver|must deliver',
}

export const tasks: Vocabulary = {
  label: 'Tasks',
  permissions: [],
  nouns: 'task|todo|to do|to dos|action item|follow up',
  parameters: {
    scope: {
      label: 'Scope',
      values: { mine: 'mine', all: 'all' },
      words: { mine: 'my|mine|assigned to me|i have', all: 'all|every|everyone|everybody|of team|whole team' },
    },
    state: {
      label: 'State',
      values: { open: 'open', done: 'done' },
      words: {
        open: 'not done|unfinished|incomplete|pending|outstanding|left|undone|still open',
        done: 'completed|finished|complete|closed',
      },
    },
    athlete: { label: 'Athlete', name: 'athlete' },
    deal,
    company: { label: 'Company', name: 'company' },
    assignee: {
      label: 'Assignee',
      values: { none: 'none' },
      words: {
        none: 'unassigned|without assignee|nobody has|no assignee|assigned to nobody|for nobody|not assigned to anyone/anybody',
      },
      name: 'member',
    },
    ...period,
  },
  sorts: {
    day: `by day|by date|by due date|by deadline|oldest first|${soonest}`,
    '-day': `by day descending|by due date descending|${newest}`,
    done: 'by completion ascending|first done first',
    '-done':
      'by completion|recently done|most recently done first?|last done first|recently completed|recently finished',
  },
  phrases: [
    ['overdue|late|past due', { set: { state: ['open'], until: [YESTERDAY] } }],
    ['not assigned', { set: { assignee: ['none'] }, unlessBefore: /^to$/ }],
  ],
  names: { athlete: 'athlete', company: 'company', member: 'assignee' },
  periods: due,
  fillers: 'about|due|athlete|deal|company|assigned to|for|of',
}
