import { eligibilityStatuses, levels, socialPlatforms, UNKNOWN } from '../../athlete.ts'
import { contactGaps } from '../../contact-log.ts'
import { stages } from '../../labels.ts'
import { measurableIds, measurables } from '../../measurable.ts'
import { positionsOf, sportIds, sportNames } from '../../sports.ts'
import { type UsState, usStateCodes, usStates } from '../../us-states.ts'
import { nameSorts } from './sort-words.ts'
import type { Field, Meaning, Vocabulary } from './vocabulary.ts'

/** People of a sport. */
const athletesOf: Partial<Record<string, string>> = {
  basketball: 'hooper',
  'track-and-field': 'runner',
  swimming: 'swimmer',
  golf: 'golfer',
  wrestling: 'wrestler',
  gymnastics: 'gymnast',
}
export const sportWords: Record<string, string> = {
  basketball: 'hoop',
  baseball: 'base ball',
  hockey: 'ice hockey',
  lacrosse: 'lax',
  'track-and-field': 'track|track & field|athletics',
  swimming: 'swim',
  golf: 'golfing',
}

/** Other names of positions, by the phrases that people use. */
const positionWords: Record<string, readonly string[]> = {
  'receiver|wideout|wide out': ['football.wide-receiver'],
  'edge rusher|pass rusher': ['football.defensive-end'],
  'nose tackle|interior defensive lineman': ['football.defensive-tackle'],
  tackle: ['football.offensive-tackle', 'football.defensive-tackle'],
  'offensive lineman|o line|o lineman': ['football.offensive-line'],
  'defensive lineman|d line|d lineman': ['football.defensive-line'],
  lineman: ['football.offensive-line', 'football.defensive-line'],
  'corner|corner back': ['football.cornerback'],
  'line backer|backer': ['football.linebacker'],
  'quarter back|signal caller': ['football.quarterback'],
  'tailback|halfback': ['football.running-back'],
  'kick/punt returner': ['football.returner'],
  'point|lead guard': ['basketball.point-guard'],
  'first baseman': ['baseball.first-base'],
  'second baseman': ['baseball.second-base'],
  'third baseman': ['baseball.third-base'],
  'left fielder': ['baseball.left-field'],
  'center fielder': ['baseball.center-field'],
  'right fielder': ['baseball.right-field'],
  outfielder: ['baseball.outfield', 'softball.outfield'],
  infielder: ['baseball.infield', 'softball.infield'],
  'utility player': ['baseball.utility', 'softball.utility'],
  'short stop': ['baseball.shortstop'],
  'keeper|goal keeper': ['soccer.goalkeeper'],
  goalie: ['soccer.goalkeeper', 'hockey.goaltender', 'lacrosse.goalie'],
  'striker|centre forward': ['soccer.forward'],
  wing: ['soccer.winger', 'hockey.left-wing', 'hockey.right-wing'],
  'left winger': ['hockey.left-wing'],
  'right winger': ['hockey.right-wing'],
  midfielder: ['soccer.midfielder', 'lacrosse.midfield'],
  'middie|middy': ['lacrosse.midfield'],
  'defenceman|blueliner': ['hockey.defenseman'],
  'attackman|attacker': ['lacrosse.attack'],
  sprinter: ['track-and-field.sprints'],
  hurdler: ['track-and-field.hurdles'],
  'distance runner|long distance': ['track-and-field.distance'],
  'middle distance runner': ['track-and-field.middle-distance'],
  jumper: ['track-and-field.jumps'],
  thrower: ['track-and-field.throws'],
  'decathlete|heptathlete': ['track-and-field.combined'],
  'freestyler|freestyle swimmer': ['swimming.freestyle'],
  'backstroker|backstroke swimmer': ['swimming.backstroke'],
  'breaststroker|breaststroke swimmer': ['swimming.breaststroke'],
  'butterflyer|butterfly swimmer': ['swimming.butterfly'],
  'individual medley': ['swimming.medley'],
  diver: ['swimming.diving'],
}
/** A position whose name is the word for everyone. */
const UNNAMED = 'football.athlete'
/** Read only after their sport: "every single athlete" is no tennis player. */
const everydayNames = new Set(['Singles', 'Doubles', 'Bars', 'Beam', 'Floor', 'Vault', 'Opposite'])
/** Short forms that are states or everyday words. */
const unusableShort = new Set(['FL', 'MD', 'FR', 'BR', 'BK', 'IM', 'PR', 'A'])
const everydayShort = new Set(['IF', 'OF', 'AM', 'DE', 'ST', 'SAF', 'EDGE', 'RET', 'LIB', 'UT', 'DP', 'CM', 'TB', 'AA'])

const allPositions = sportIds.flatMap((sport) =>
  Object.entries(positionsOf(sport)).map(([id, { name, short }]) => ({ id: `${sport}.${id}`, sport, name, short })),
)
const positionValues = Object.fromEntries(
  allPositions.map(({ id, sport, name }) => [id, `${name} (${sportNames[sport].toLowerCase()})`]),
)

function positionPhrases(): [string, Meaning][] {
  const byPhrase = new Map<string, string[]>()
  const add = (phrase: string, id: string) => byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), id])
  for (const { id, sport, name, short } of allPositions) {
    const isEveryday = everydayNames.has(name)
    if (id !== UNNAMED) add(`${isEveryday ? `${sportNames[sport]} ` : ''}${name}`.toLowerCase(), id)
    if (isEveryday) add(`${name.toLowerCase()} player/specialist`, id)
    for (const form of short) if (!unusableShort.has(form)) add(form === 'Striker' ? 'striker' : form, id)
  }
  for (const [phrases, ids] of Object.entries(positionWords))
    for (const phrase of phrases.split('|'))
      for (const id of ids) if (!byPhrase.get(phrase)?.includes(id)) add(phrase, id)
  return [...byPhrase].map(([phrase, position]) => [
    phrase,
    {
      names: 'head',
      set: { position },
      ...((phrase.length === 1 || everydayShort.has(phrase)) && { upperCase: true }),
    },
  ])
}

/** Codes that are English words. */
const wordStates = new Set(['IN', 'OR', 'ME', 'ID', 'HI', 'OK'])
/** Even after "in" and "from". */
const prepositions = new Set(['IN', 'OR', 'ME'])
const statePhrases = usStateCodes.flatMap((code): [string, Meaning][] => [
  [usStates[code], { set: { state: [code] } }],
  [code, { set: { state: [code] }, upperCase: true, ...(wordStates.has(code) && { onlyInList: true }) }],
  [`in/from ${code}`, { set: { state: [code] }, ...(prepositions.has(code) && { upperCase: true }) }],
])

const measurementFields = Object.fromEntries(
  measurableIds.map((id): [string, Field] => [
    `measurement.${id}`,
    {
      label: measurables[id].name,
      parameter: 'measurement',
      key: id,
      kind: 'number',
      printed: measurables[id].name,
    },
  ]),
)
const followerFields = Object.fromEntries(
  Object.entries({ ...socialPlatforms, any: 'Any platform' }).map(([id, name]): [string, Field] => [
    `social.${id}.followers`,
    {
      label: `${name} followers`,
      parameter: 'followers',
      key: id,
      kind: 'number',
      printed: id === 'any' ? 'followers' : `${name} followers`,
    },
  ]),
)

const sensitive = 'athletes.sensitive'
const whereMinor = (value: boolean) => [{ field: 'minor', op: 'eq', value }] as const
const whereGuardian = (op: 'in' | 'none', ...value: string[]) => [{ field: 'guardian', op, value }] as const

export const athletes: Vocabulary = {
  label: 'Athletes',
  permissions: ['athletes.view'],
  nouns: 'athlete|player|kid|guy|talent',
  parameters: {
    stage: {
      label: 'Stage',
      several: true,
      values: { ...stages, [UNKNOWN]: 'Unknown stage' },
      words: {
        [UNKNOWN]: 'no stage|stage unknown|without a? stage|stage is unknown',
        prospect: 'scouted|in/on our? radar',
        recruiting: 'in talks|being recruited|we are recruiting|we recruit',
        signed: 'on roster|enrolled|we represent|represented|under contract with us',
        former: 'ex|past|previous|retired|no longer with us|used to represent|used to be clients',
      },
    },
    sport: { label: 'Sport', several: true, values: sportNames, words: sportWords },
    position: {
      label: 'Position',
      several: true,
      values: positionValues,
      hasOwnPhrases: true,
      printed: (id) => {
        const [sport = '', position] = id.split('.')
        const of = allPositions.find((one) => one.id === id)
        return `${sport.replaceAll('-', ' ')} ${id === UNNAMED ? 'ATH' : (of?.name ?? position)}`
      },
    },
    level: {
      label: 'Level',
      several: true,
      values: { ...levels, [UNKNOWN]: 'Unknown level' },
      words: {
        [UNKNOWN]: 'no level|level unknown|without a? level|level is unknown',
        'high-school': 'hs|high schooler|prep|high school level',
        college: 'collegiate|college level|university|ncaa|collegian',
        pro: 'professional|professionals',
      },
    },
    class: { label: 'Class', several: true, printed: (year) => `class of ${year}` },
    state: {
      label: 'State',
      several: true,
      values: usStates,
      hasOwnPhrases: true,
      printed: (code) => usStates[code as UsState],
    },
    assignee: {
      label: 'Managed by',
      several: true,
      values: { me: 'me', none: 'nobody' },
      words: {
        me: `my|mine|assigned to me|managed by me|i manage|i look after|i am responsible for|i handle|i represent|my own`,
        none: `nobody/none/noone look/looks/looking after|no one look/looks/looking after|unassigned|without assignee/manager/agent|no assignee/manager/agent|nobody manages/handles/represents/owns|no one manages/handles/represents/owns|managed by nobody/none/noone|managed by no one|with no manager/agent/assignee|not assigned to anyone/anybody|not managed by anyone/anybody|have/has no manager/agent|assigned to nobody/noone|assigned to no one`,
      },
      name: 'member',
      me: 'me',
    },
    program: { label: 'Program', several: true, name: 'program' },
    tag: { label: 'Tag', several: true, name: 'tag' },
    contact: {
      label: 'Contact',
      values: contactGaps,
      words: {
        never: `never been? contacted/called/reached|have/has not contacted/called|uncontacted|never talked/spoken/spoke to|no contact yet|no contact ever|never had contact|have/has not been contacted yet|not contacted yet|have never contacted/called/talked/spoken|without any? contact`,
      },
      printed: (gap) => (gap === 'never' ? 'never contacted' : `not contacted for ${gap} days`),
    },
    custom: { label: 'Custom field', several: true, name: 'choice' },
  },
  fields: {
    age: { label: 'Age', parameter: 'age', kind: 'number', permission: sensitive, printed: 'age' },
    birthDate: { label: 'Birth date', parameter: 'born', kind: 'day', permission: sensitive, printed: 'born' },
    minor: { label: 'Minor', parameter: 'minor', kind: 'choice' },
    guardian: { label: 'Guardian', parameter: 'guardian', kind: 'choice', permission: sensitive },
    'eligibility.status': {
      label: 'Eligibility',
      parameter: 'eligibility',
      kind: 'choice',
      permission: sensitive,
      values: eligibilityStatuses,
      words: {
        eligible: 'cleared to play|are/is eligible|eligible to play',
        'not-eligible': 'not eligible|ineligible|ruled/declared ineligible',
        pending: `eligibility is? still? pending|pending eligibility|eligibility is? open`,
        'redshirt-year': 'redshirt|redshirting|redshirted|red shirt|in redshirt year',
        exhausted: `exhausted eligibility|eligibility is? exhausted|out of eligibility|no eligibility left|used up eligibility`,
      },
    },
    school: { label: 'School', parameter: 'school', kind: 'name', printed: 'at' },
    lastContactAt: { label: 'Last contact', parameter: 'contacted', kind: 'day', printed: 'last contact' },
    ...measurementFields,
    ...followerFields,
  },
  sorts: {
    ...nameSorts,
    active: 'by activity ascending|least recently active first?|least active first?|longest inactive first?',
    '-active':
      'most recently active first?|recently active first?|by activity|by last activity|last active first|most active first?',
    class: 'by class|by class year|by grad/graduation year|by graduation|oldest/earliest class first?',
    '-class': 'by class descending|latest/newest/youngest class first?',
    added: 'oldest first|oldest to newest|first added first?|by date added ascending|longest with us first?',
    '-added':
      'newest first|newest|newly added|recently added|added recently|just added|most recently added first?|latest first|latest|most recent first?|by date added|last added first?|most recent additions|newest additions|newest to oldest',
    contact: 'by last contact|longest without contact first?|least recently contacted first?|by contact',
    '-contact':
      'most recently contacted first?|recently contacted first?|by last contact descending|last contacted first',
    school: 'by school',
    '-school': 'by school descending',
    state: 'by state',
    '-state': 'by state descending',
    stage: 'by stage',
    '-stage': 'by stage descending',
    sport: 'by sport',
    '-sport': 'by sport descending',
  },
  phrases: [
    ['everyone/everybody/anyone/anybody|who|whom|people|kids|our guys', { names: 'cue' }],
    ['prospect', { names: 'head', set: { stage: ['prospect'] } }],
    ['recruit|recruiting target', { names: 'head', set: { stage: ['recruiting'] } }],
    ['client|roster player/athlete|our roster|roster', { names: 'head', set: { stage: ['signed'] } }],
    ['former client/recruit|ex client|past client', { names: 'head', set: { stage: ['former'] } }],
    [
      'unsigned|not signed yet?|not yet signed|have/has not signed yet?|have/has not yet signed|yet to sign|still unsigned|have/has not been signed yet?',
      { set: { stage: ['prospect', 'recruiting'] } },
    ],
    ['not assigned', { set: { assignee: ['none'] }, unlessBefore: /^to$/ }],
    ['ncaa id|ncaa number|student id|player id|id number', { isUnread: true }],
    ['id', { isUnread: true, upperCase: true }],
    ['pro', { set: { level: ['pro'] } }],
    ['pros|high schoolers|hs kids', { names: 'cue' }],
    ['carolina|carolinas', { ask: { parameter: 'state', values: ['NC', 'SC'] } }],
    ['dakota|dakotas', { ask: { parameter: 'state', values: ['ND', 'SD'] } }],
    ['washington dc|dc|d c', { set: { state: ['DC'] } }],
    [
      'minor|underage|under age|not of age|not yet adult|juvenile|underage kids',
      { names: 'head', where: whereMinor(true) },
    ],
    ['adult|of age|legal age|grown up', { where: whereMinor(false) }],
    [
      `without confirmed guardian|without guardian|no guardian|no confirmed guardian|no guardian confirmed|lacking/missing guardian|guardian not confirmed|have/has no confirmed? guardian|guardian is? missing|guardian has not confirmed|whose guardian is not confirmed|with no confirmed? guardian|guardian unconfirmed`,
      { where: whereGuardian('none', 'confirmed', 'verified') },
    ],
    [
      `without verified guardian|no verified guardian|no guardian verified|guardian is? not verified|have/has no verified guardian|guardian unverified|with no verified guardian`,
      { where: whereGuardian('none', 'verified') },
    ],
    ['with/have/has confirmed guardian|confirmed guardian', { where: whereGuardian('in', 'confirmed', 'verified') }],
    ['with/have/has verified guardian|verified guardian', { where: whereGuardian('in', 'verified') }],
    ['with/have/has invited guardian|guardian invited|invited guardian', { where: whereGuardian('in', 'invited') }],
    ...positionPhrases(),
    ...Object.entries(athletesOf).map(([sport, words]): [string, Meaning] => [
      words ?? '',
      { names: 'head', set: { sport: [sport] } },
    ]),
    ...statePhrases,
    ...sportIds
      .filter((sport) => sport !== 'other')
      .map((sport): [string, Meaning] => [sportNames[sport], { names: 'cue', set: { sport: [sport] } }]),
  ],
  names: {
    athlete: 'search',
    member: 'assignee',
    tag: 'tag',
    program: 'program',
    school: 'school',
    choice: 'custom',
  },
  periods: { tense: 'past', roles: { born: 'birthDate', contact: 'lastContactAt' } },
  fillers:
    'athlete|player|team|look after|looked after|looking after|manage|handle|represent|oversee|overseen|advise|responsible for|in charge of|take care of|taken care of|taking care of|belong to|work with|agent|manager|advisor|represented by|run|running|clock|clocked|on plate of|play|play for|attend|attending|go to|going to|tag|tagged|labeled|with tag|marked|assigned to|named|called|live|living|based|hail|come from|native|sport|position|class|stage|level|eligibility|whose eligibility is|eligibility is|status|state|school|program',
}
