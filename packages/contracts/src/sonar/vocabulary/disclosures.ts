import { daysPassed } from '../../disclosure.ts'
import { disclosureKinds, disclosureStates, disclosureWork } from '../../disclosure-state.ts'
import { dueSorts } from './sort-words.ts'
import { type Meaning, PERIOD, period, type Vocabulary, YESTERDAY } from './vocabulary.ts'

const kindNoun = (kind: string, words: string): [string, Meaning] => [words, { names: 'head', set: { kind: [kind] } }]

export const disclosures: Vocabulary = {
  label: 'Disclosures',
  permissions: ['deals.view'],
  nouns: 'disclosure|disclosure report|clearinghouse report|compliance report|disclosure filing',
  parameters: {
    scope: {
      label: 'Scope',
      values: { mine: 'mine', all: 'all' },
      words: { mine: 'my|mine|i prepare|i have to file|prepared by me', all: 'all|every|of everyone|of whole team' },
    },
    work: {
      label: 'Work',
      values: disclosureWork,
      words: {
        due: 'open|to file|to submit|still to file|still to submit|not filed yet?|not submitted yet?|outstanding|unfiled|pending|we must file|must we file|must we submit|we have to file|do we have to file|to do',
        waiting: 'waiting|waiting for others|waiting for answer|awaiting decision|undecided|with clearinghouse',
        closed: 'filed|closed|finished|done|completed',
      },
      printed: (work) => ({ due: 'to file', waiting: 'waiting for others', closed: 'filed' })[work] ?? work,
    },
    kind: {
      label: 'Kind',
      several: true,
      values: disclosureKinds,
      words: {
        'nil-go': 'nil go|nilgo|clearinghouse',
        'school-72h': '72 hour|72 hours|72h|school notice|to schools',
        'state-association': 'state association|14 day|14 days|high school association',
        'school-before-signing': 'before signing|school disclosure',
        other: 'other report',
      },
      printed: (kind) =>
        ({
          'nil-go': 'nil go',
          'school-72h': '72 hour',
          'state-association': 'state association',
          'school-before-signing': 'before signing',
        })[kind] ?? 'other report',
    },
    state: {
      label: 'State',
      several: true,
      values: disclosureStates,
      words: {
        draft: 'drafted|in draft',
        ready: 'ready to submit|ready to file|prepared',
        submitted: 'sent|handed in',
        cleared: 'approved|accepted',
        'not-cleared': 'not cleared|rejected|refused|denied',
        flagged: 'questioned',
        'in-arbitration': 'arbitration|under arbitration',
        withdrawn: 'pulled back',
      },
    },
    before: {
      label: 'Day passed',
      values: daysPassed,
      words: {
        joining: 'due before joining|due before we joined|before we joined',
        update: 'due before update|due before the update',
      },
      printed: (before) => ({ joining: 'due before joining', update: 'due before update' })[before] ?? before,
    },
    athlete: { label: 'Athlete', name: 'athlete' },
    deal: { label: 'Deal', unspoken: true },
    preparer: {
      label: 'Preparer',
      values: { none: 'nobody' },
      words: {
        none: 'unassigned|without preparer|no preparer|nobody prepares|no one prepares|not assigned|with no preparer|prepared by nobody|prepared by no one',
      },
      printed: () => 'without preparer',
      name: 'member',
    },
    ...period,
  },
  sorts: dueSorts,
  phrases: [
    kindNoun('nil-go', 'nil go report|nil go disclosure|nil go filing'),
    kindNoun('school-72h', '72 hour notice|72 hour report|72h notice|school notice'),
    kindNoun('state-association', 'state association notice|14 day notice|notice to state association'),
    kindNoun('school-before-signing', 'disclosure to school|school disclosure|disclosure before signing'),
    ['overdue|late|past due|missed', { set: { work: ['due'], until: [YESTERDAY] } }],
  ],
  names: { athlete: 'athlete', member: 'preparer', company: 'search' },
  periods: { tense: 'due', roles: { any: PERIOD, due: PERIOD, end: PERIOD } },
  fillers: 'athlete|deal|due|state|kind|report|file|submit|for|of|prepared by|preparer|authority|must|officer',
}
