import { bankLineDirections, bankLineStates, matchSureness } from '../../bank-import.ts'
import { currencies } from '../../currency.ts'
import { paymentCertainties, paymentDays, paymentDirections, paymentForms, paymentStates } from '../../deal-work.ts'
import { expenseCategories, expenseStates } from '../../expense.ts'
import { feeInvoiceStates } from '../../fee-invoice.ts'
import { agingBands, incomeClasses } from '../../money.ts'
import { payableKinds, payableStates } from '../../payout.ts'
import { sportNames } from '../../sports.ts'
import { sportWords } from './athletes.ts'
import { amountSorts, daySorts, dueSorts, newest, oldest } from './sort-words.ts'
import { PERIOD, period, type Vocabulary } from './vocabulary.ts'

const ofMoney = ['money.view', 'deals.view'] as const
const deal = { label: 'Deal', unspoken: true } as const
const currency = {
  label: 'Currency',
  values: Object.fromEntries(currencies.map((code) => [code, code])),
  words: {
    USD: 'us dollar|dollar',
    EUR: 'euro|€',
    GBP: 'pound|british pound|sterling|£',
    CAD: 'canadian dollar',
    AUD: 'australian dollar',
    JPY: 'yen|¥',
    MXN: 'mexican peso|peso',
    CHF: 'swiss franc|franc',
  },
} as const
const amounts = { amountMinor: { label: 'Amount', parameter: 'amount', kind: 'minor', printed: 'amount' } } as const
const past = { tense: 'past', roles: { any: PERIOD, happened: PERIOD } } as const
const received = { tense: 'past', roles: { ...past.roles, received: PERIOD } } as const
const people = 'athlete|player|for athletes'

export const payments: Vocabulary = {
  label: 'Payments',
  permissions: ofMoney,
  nouns: 'payment|installment|instalment|receivable|money owed to us|money owed us|money due|outstanding money',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: paymentStates,
      words: {
        expected: 'upcoming|pending|scheduled|coming|to come|not due yet|expect|still expect',
        late: 'late|past due|behind|delinquent|in arrears',
        received: 'paid|settled|arrived|came in',
        overpaid: 'paid too much|over paid',
        conditional: 'contingent|condition not met|subject to condition',
        canceled: 'cancelled|called off',
      },
    },
    direction: {
      label: 'Direction',
      values: paymentDirections,
      words: {
        incoming: 'incoming|to us|inbound|from payors',
        outgoing: 'outgoing|we pay|we make|outbound|we have to pay',
      },
    },
    ...period,
    age: {
      label: 'Days overdue',
      several: true,
      values: agingBands,
      printed: (band) => (band === '91-' ? 'aged over 90 days' : `aged ${band.replace('-', ' to ')} days`),
    },
    currency,
    income: {
      label: 'Income',
      several: true,
      values: incomeClasses,
      words: {
        contract: 'playing contract|contract|salary',
        nil: 'nil|name image likeness',
        sponsorship: 'sponsor|endorsement|sponsorship',
        royalty: 'royalty',
      },
    },
    due: {
      label: 'Due date',
      values: paymentDays,
      words: {
        undated: 'undated|without due? date|no due? date|with no due? date|have/has no due? date',
        dated: 'dated|with due? date|that have due? date',
      },
    },
    form: {
      label: 'Form',
      values: paymentForms,
      words: { kind: 'in kind|in product|in goods|non cash|noncash|in merchandise', money: 'cash|in money|in cash' },
    },
    certainty: {
      label: 'Certainty',
      values: paymentCertainties,
      words: { guaranteed: 'certain', conditional: 'not guaranteed' },
    },
    deal,
    athlete: { label: 'Athlete', several: true, name: 'athlete' },
    company: { label: 'Company', name: 'company' },
    sport: {
      label: 'Sport',
      values: { ...sportNames, none: 'none' },
      words: { ...sportWords, none: 'without sport|no sport' },
    },
    agent: {
      label: 'Agent',
      values: { none: 'none' },
      words: { none: 'without lead/agent|no lead/agent|nobody leads|no one leads|without anyone leading' },
      name: 'member',
      me: 'my|on/of/from/under my deals|of/on/from/for deals i lead|i lead|for my deals|on deals i lead',
    },
  },
  fields: amounts,
  sorts: { ...dueSorts, ...amountSorts },
  phrases: [
    [
      'open|unpaid|outstanding|not paid yet?|not received yet?|not yet received|not yet paid|still open|owed|owes/owe us|owe/owes money|have/has not paid yet?|has not been paid yet?|still unpaid|still owed|we are owed|have/has not arrived|not come in|has not come in|have not come in',
      { set: { state: ['expected', 'late'] } },
    ],
    [
      `what is/are? due|anything due|what comes due|what will be due|everything due|what falls due|who owes us|who owe us|who has not paid|who have not paid|what do they owe|what payments`,
      { names: 'cue' },
    ],
    [
      'who pay/paid/paying us? late|pay/paid/paying us? late',
      { names: 'cue', set: { state: ['late'], direction: ['incoming'] } },
    ],
    ['what is/are? overdue/late|anything overdue/late', { names: 'cue', set: { state: ['late'] } }],
    ['money that? is? overdue/late|overdue/late money', { names: 'head', set: { state: ['late'] } }],
    [
      'what is/are? outstanding|who owe/owes us money?|who has/have not paid us? yet?|what are we owed|what is owed to us',
      { names: 'cue', set: { state: ['expected', 'late'] } },
    ],
    [
      'who have/has not been paid yet?|who is still waiting for money',
      { names: 'cue', set: { state: ['expected', 'late'] } },
    ],
  ],
  names: { athlete: 'athlete', company: 'company', member: 'agent' },
  periods: { tense: 'due', roles: { any: PERIOD, due: PERIOD } },
  fillers: `${people}|deal|income|due|state|direction|form|certainty|that are due|to be paid|money|lead|led|manage|managed`,
}

export const receipts: Vocabulary = {
  label: 'Receipts',
  permissions: ofMoney,
  nouns:
    'receipt|money received|received money|payments received|payment we received|payments that came in|money that came in|money we received|money we got|incoming money|deposits received|money that arrived',
  parameters: {
    athlete: { label: 'Athlete', name: 'athlete' },
    deal,
    currency,
    ...period,
    reversed: {
      label: 'Reversed',
      values: { yes: 'yes', no: 'no' },
      words: {
        yes: 'reversed|taken back|that were reversed|that we reversed|undone',
        no: 'not reversed|without reversed ones|except reversed ones|unreversed|excluding reversed ones?',
      },
      printed: (value) => (value === 'yes' ? 'reversed' : 'not reversed'),
    },
  },
  fields: amounts,
  sorts: { ...daySorts, ...amountSorts },
  phrases: [
    [
      'receive|received|receiving|got paid|get paid|came in|come in|has come in|was paid|been paid|collect|collected|cash in|we get|did get',
      { names: 'cue' },
    ],
  ],
  names: { athlete: 'athlete', company: 'search' },
  periods: received,
  fillers: `${people}|deal|money|how much|so far|payment|paid|make|made|earn|earned|earning|income|total`,
}

export const expenses: Vocabulary = {
  label: 'Expenses',
  permissions: ofMoney,
  nouns: 'expense|cost|spending|expenditure|expense claim|expense report|outlay|money we spent|money spent',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: expenseStates,
      words: {
        waiting:
          'waiting|pending|unapproved|awaiting approval|waiting for/on approval|need/needs approval|needing approval|not approved yet?|not yet approved|submitted|to be? approved|still to be approved|open',
        rejected: 'declined|denied|refused|turned down',
        approved: 'approved',
        reversed: 'reversed',
      },
    },
    category: {
      label: 'Category',
      several: true,
      values: expenseCategories,
      words: {
        travel:
          'flight|airfare|plane ticket|mileage|transport|transportation|taxi|travelling|trip|rental car|train|uber',
        lodging: 'hotel|accommodation|airbnb|motel',
        meals: 'food|restaurant|dinner|lunch|meal|breakfast|catering|dining',
        training: 'coaching|gym|trainer|camp',
        medical: 'doctor|physio|physiotherapy|health|medical bill|physical therapy|mri',
        equipment: 'gear|kit',
        marketing: 'advertising|promotion|ads|pr',
        legal: 'lawyer|attorney|law firm|legal fee',
        registration: 'registration|entry fee|registration fee|fees and registration|league fee|tournament fee',
      },
    },
    athlete: { label: 'Athlete', several: true, name: 'athlete' },
    deal: { ...deal, several: true },
    currency,
    ...period,
    forMe: {
      label: 'For me',
      values: { yes: 'yes' },
      words: {
        yes: 'waiting for my approval|waiting for me|i need to approve|i have to approve|i must approve|i should approve|to approve|for me to approve|need/needs my approval|waiting on me|awaiting my approval|pending my approval|i can approve|for my approval|i need to review|for me to review|on my desk|i still have to approve|waiting for my decision|that need my ok|to sign off|i need to sign off|needing my approval|waiting on my approval',
      },
      printed: () => 'waiting for my approval',
    },
  },
  fields: amounts,
  sorts: { ...daySorts, ...amountSorts },
  phrases: [['spend|spent|did we spend|have we spent|spending on', { names: 'cue' }]],
  names: { athlete: 'athlete', company: 'search' },
  periods: past,
  fillers: `${people}|how much|money|category|state|claim|for|bill|cost|on`,
}

export const feeInvoices: Vocabulary = {
  label: 'Fee invoices',
  permissions: ofMoney,
  nouns: 'fee invoice|invoice|commission invoice|fee bill|bill|invoicing',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: feeInvoiceStates,
      words: {
        late: 'late|past due|in arrears',
        paid: 'settled',
        void: 'voided|canceled|cancelled',
      },
    },
    athlete: { label: 'Athlete', name: 'athlete' },
    currency,
    ...period,
  },
  fields: {
    totalMinor: { label: 'Amount', parameter: 'amount', kind: 'minor', printed: 'amount' },
    dueOn: { label: 'Due', parameter: 'due', kind: 'day', printed: 'due' },
  },
  sorts: {
    issued: `${oldest}|by issue date|by issued`,
    '-issued': `${newest}|by issue date descending`,
    due: 'by due date|by deadline|due first|due soonest|soonest first?|nearest first?|most urgent first?',
    '-due': 'by due date descending|due last',
    ...amountSorts,
  },
  phrases: [
    [
      'open|unpaid|outstanding|not paid yet?|not yet paid|still open|owed|still unpaid|have/has not been paid|nobody paid|not settled',
      { set: { state: ['open', 'late'] } },
    ],
    ['open and not overdue', { set: { state: ['open'] } }],
  ],
  names: { athlete: 'athlete' },
  periods: { tense: 'past', roles: { any: PERIOD, issued: PERIOD, due: 'dueOn' } },
  fillers: `${people}|fee|fees|commission|we sent|sent|issued|we issued|state|sent to|billed to|to`,
}

export const payables: Vocabulary = {
  label: 'Payables',
  permissions: ofMoney,
  nouns:
    'payable|payout|pay out|money we owe|what we owe|what do we owe|what we still owe|who do we owe|we owe|do we owe|amounts we owe|what do we still owe|what we have to pay',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: payableStates,
      words: {
        late: 'late|past due',
        due: 'due|due now',
        planned: 'planned|upcoming|later|not yet due',
        paid: 'paid out|already paid|settled',
      },
    },
    kind: {
      label: 'Kind',
      several: true,
      values: payableKinds,
      words: {
        pay: 'to? athlete/athletes|to? player/players|athlete payment|owed to athlete/athletes/players',
        expense:
          'to? colleague/colleagues|to? staff|to? employee/employees|owed to staff/colleagues/employees|to team members|to our people|reimbursement',
      },
    },
    athlete: { label: 'Athlete', several: true, name: 'athlete' },
    currency,
  },
  fields: { ...amounts, dueOn: { label: 'Due', parameter: 'due', kind: 'day', printed: 'due' } },
  sorts: { ...dueSorts, ...amountSorts },
  phrases: [
    ['athlete pay|athlete payout|payout to athletes', { names: 'head', set: { kind: ['pay'] } }],
    ['reimbursement|expense reimbursement', { names: 'head', set: { kind: ['expense'] } }],
    ['open|unpaid|outstanding|not paid yet?|not yet paid|still owed', { set: { state: ['late', 'due', 'planned'] } }],
  ],
  names: { athlete: 'athlete' },
  periods: { tense: 'due', roles: { any: 'dueOn', due: 'dueOn' } },
  fillers: 'money|owe|owed|we|state|to pay|for|still',
}

export const bankLines: Vocabulary = {
  label: 'Bank transactions',
  permissions: ['money.edit', 'money.view', 'deals.view', 'athletes.all'],
  nouns:
    'bank transaction|bank line|bank entry|bank movement|transaction|bank import|bank statement line|bank item|bank deposit|bank statement|bank booking|line of bank statement',
  parameters: {
    state: {
      label: 'State',
      several: true,
      values: bankLineStates,
      words: {
        open: 'unmatched|not matched yet?|to match|not yet matched|still to match|waiting to be matched|unreconciled|to reconcile|unallocated|not reconciled|that nobody matched|without match',
        booked: 'matched|booked|reconciled|allocated',
        ignored: 'set aside|skipped|we ignored',
      },
    },
    direction: {
      label: 'Direction',
      several: true,
      values: bankLineDirections,
      words: {
        in: 'incoming|money in|credit|deposit|coming in',
        out: 'outgoing|money out|debit|withdrawal|going out|money that went out|that went out',
      },
    },
    sureness: {
      label: 'Match',
      several: true,
      values: { ...matchSureness, none: 'none' },
      words: {
        sure: 'certain match|sure match|sure|safe match|with certain match|certainly matched',
        likely: 'likely match|with likely match|probable match|probable',
        possible: 'possible match|with possible match|maybe match',
        none: 'without suggestion|no suggestion|without suggested match|no suggested match|without any? suggestion|with no suggestion|with no suggested match|without likely or possible match',
      },
    },
    currency,
    ...period,
  },
  fields: amounts,
  sorts: daySorts,
  names: { company: 'search', athlete: 'search' },
  periods: received,
  fillers: 'bank|money|account|on account|state|match|suggestion|suggested',
}
