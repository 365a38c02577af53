import type { Level, Stage } from '@sherpa/contracts/athlete'
import type { Measurable } from '@sherpa/contracts/measurable'
import type { SportId } from '@sherpa/contracts/sports'
import type { UsState } from '@sherpa/contracts/us-states'

/** Names, schools and clubs are fictional. */
export type SampleAthlete = {
  givenName: string
  familyName: string
  preferredName?: string
  sport: SportId
  positions: string[]
  level: Level
  stage: Stage
  school: string
  hometown: string
  state: UsState
  tags: string[]
}

type Line = [
  givenName: string,
  familyName: string,
  sport: SportId,
  position: string,
  level: Level,
  stage: Stage,
  school: string,
  hometown: string,
  state: UsState,
  ...tags: string[],
]

const lines: Line[] = [
  ['Jonah', 'Okoye', 'baseball', 'pitcher', 'college', 'signed', 'Harlan Tech', 'Macon', 'GA', 'NIL', 'Draft 2027'],
  [
    'Kaia',
    'Nakamura',
    'basketball',
    'point-guard',
    'high-school',
    'signed',
    'Alder Basin High',
    'Bend',
    'OR',
    'Top 50',
  ],
  ['Theo', 'Lind', 'football', 'quarterback', 'college', 'signed', 'Northfield State', 'Duluth', 'MN', 'NIL'],
  [
    'Cody',
    'Yellowhorse',
    'football',
    'safety',
    'high-school',
    'recruiting',
    'Mesa Dorada High',
    'Chinle',
    'AZ',
    'Visit Dec 5',
  ],
  ['Ximena', 'Duarte', 'soccer', 'forward', 'college', 'signed', 'University of Ashby', 'Laredo', 'TX', 'New client'],
  ['Priya', 'Nair', 'soccer', 'midfielder', 'pro', 'signed', 'Austin Meridian SC', 'Plano', 'TX', 'Renewal'],
  [
    'Emeka',
    'Obiora',
    'basketball',
    'center',
    'high-school',
    'recruiting',
    'St. Brennan Prep',
    'Laurel',
    'MD',
    'Top 50',
  ],
  ['Leilani', 'Kahale', 'volleyball', 'outside-hitter', 'high-school', 'prospect', 'Waimanu High', 'Hilo', 'HI'],
  ['Dejan', 'Marković', 'hockey', 'left-wing', 'pro', 'signed', 'Duluth Ironclads', 'Hibbing', 'MN', 'Contract year'],
  ['Imani', 'Brooks', 'track-and-field', 'sprints', 'college', 'signed', 'Lakemont University', 'Durham', 'NC', 'NIL'],
  ['Hana', 'Kobayashi', 'swimming', 'butterfly', 'college', 'recruiting', 'Port Lowell College', 'Tacoma', 'WA'],
  [
    'Sione',
    'Mahe',
    'football',
    'defensive-end',
    'high-school',
    'prospect',
    'Alder Basin High',
    'Provo',
    'UT',
    'Top 50',
  ],
  [
    'Malik',
    'Haddad',
    'football',
    'wide-receiver',
    'college',
    'signed',
    'Westmark A&M',
    'Lafayette',
    'LA',
    'NIL',
    'Late pay',
  ],
  ['Rafael', 'Quintero', 'baseball', 'shortstop', 'pro', 'signed', 'Tulare Kestrels', 'Visalia', 'CA', 'Contract year'],
  ['Zanele', 'Mokoena', 'soccer', 'goalkeeper', 'college', 'signed', 'Northfield State', 'Rochester', 'MN', 'NIL'],
  [
    'Ava',
    'Thornbury',
    'basketball',
    'shooting-guard',
    'college',
    'recruiting',
    'Lakemont University',
    'Asheville',
    'NC',
  ],
  ['Mateus', 'Ferreira', 'soccer', 'winger', 'pro', 'signed', 'Austin Meridian SC', 'Houston', 'TX', 'Renewal'],
  ['Noor', 'Rahimi', 'volleyball', 'setter', 'college', 'signed', 'University of Ashby', 'Irving', 'TX'],
  ['Caleb', 'Wren', 'football', 'linebacker', 'college', 'former', 'Harlan Tech', 'Valdosta', 'GA'],
  [
    'Aiyana',
    'Redcloud',
    'track-and-field',
    'middle-distance',
    'high-school',
    'prospect',
    'Fort Tallow High',
    'Rapid City',
    'SD',
  ],
  ['Luca', 'Bertolini', 'swimming', 'freestyle', 'college', 'recruiting', 'Port Lowell College', 'Spokane', 'WA'],
  [
    'Jaylen',
    'Prewitt',
    'basketball',
    'small-forward',
    'high-school',
    'recruiting',
    'St. Brennan Prep',
    'Bowie',
    'MD',
    'Top 50',
  ],
  ['Soraya', 'Haddadi', 'tennis', 'singles', 'pro', 'signed', 'Independent', 'San Diego', 'CA', 'Renewal'],
  ['Wyatt', 'Crowfoot', 'baseball', 'catcher', 'high-school', 'prospect', 'Mesa Dorada High', 'Flagstaff', 'AZ'],
  ['Ingrid', 'Solheim', 'track-and-field', 'throws', 'college', 'signed', 'Northfield State', 'Moorhead', 'MN'],
  [
    'Desmond',
    'Achebe',
    'football',
    'cornerback',
    'college',
    'signed',
    'Westmark A&M',
    'Shreveport',
    'LA',
    'NIL',
    'Draft 2027',
  ],
  ['Mina', 'Castellanos', 'softball', 'pitcher', 'college', 'recruiting', 'University of Ashby', 'Lubbock', 'TX'],
  ['Kofi', 'Mensah', 'soccer', 'defender', 'college', 'prospect', 'Lakemont University', 'Raleigh', 'NC'],
  ['Harper', 'Lindqvist', 'hockey', 'goaltender', 'college', 'signed', 'Duluth Maritime', 'Eveleth', 'MN', 'NIL'],
  ['Teague', 'Marlowe', 'lacrosse', 'attack', 'college', 'prospect', 'Port Lowell College', 'Towson', 'MD'],
  ['Anika', 'Rao', 'golf', '', 'college', 'signed', 'Harlan Tech', 'Savannah', 'GA', 'NIL'],
  ['Dakota', 'Swann', 'wrestling', '', 'high-school', 'prospect', 'Fort Tallow High', 'Pierre', 'SD'],
  [
    'Bruno',
    'Salazar',
    'baseball',
    'center-field',
    'college',
    'recruiting',
    'Tulare State',
    'Fresno',
    'CA',
    'Draft 2027',
  ],
  ['Freya', 'Ostergaard', 'volleyball', 'middle-blocker', 'college', 'signed', 'Northfield State', 'Mankato', 'MN'],
  [
    'Isaiah',
    'Penrose',
    'football',
    'running-back',
    'high-school',
    'recruiting',
    'Alder Basin High',
    'Redmond',
    'OR',
    'Visit Dec 5',
  ],
  ['Chiara', 'Volpe', 'gymnastics', 'all-around', 'college', 'signed', 'Lakemont University', 'Charlotte', 'NC', 'NIL'],
  ['Tomás', 'Ibarra', 'soccer', 'midfielder', 'high-school', 'prospect', 'Mesa Dorada High', 'Yuma', 'AZ'],
  ['Nkechi', 'Eze', 'basketball', 'power-forward', 'college', 'signed', 'Westmark A&M', 'Monroe', 'LA', 'NIL'],
  ['Garrett', 'Holloway', 'football', 'offensive-tackle', 'college', 'signed', 'Harlan Tech', 'Augusta', 'GA', 'NIL'],
  ['Yuki', 'Tanabe', 'swimming', 'backstroke', 'high-school', 'prospect', 'Waimanu High', 'Kailua', 'HI'],
  ['Marguerite', 'Dubois', 'track-and-field', 'hurdles', 'college', 'recruiting', 'Westmark A&M', 'Houma', 'LA'],
  ['Owen', 'Blackthorn', 'hockey', 'defenseman', 'pro', 'signed', 'Duluth Ironclads', 'Bemidji', 'MN', 'Contract year'],
  ['Salma', 'Farouk', 'tennis', 'doubles', 'college', 'prospect', 'Tulare State', 'Bakersfield', 'CA'],
  ['Dante', 'Royster', 'basketball', 'guard', 'college', 'former', 'Northfield State', 'Gary', 'IN'],
  ['Esperanza', 'Villalobos', 'softball', 'outfield', 'high-school', 'prospect', 'Mesa Dorada High', 'Nogales', 'AZ'],
  ['Finn', 'Gallagher', 'lacrosse', 'midfield', 'high-school', 'recruiting', 'St. Brennan Prep', 'Annapolis', 'MD'],
  [
    'Amina',
    'Diallo',
    'track-and-field',
    'jumps',
    'college',
    'signed',
    'Lakemont University',
    'Greensboro',
    'NC',
    'NIL',
  ],
  ['Victor', 'Castañeda', 'baseball', 'first-base', 'pro', 'signed', 'Tulare Kestrels', 'Oxnard', 'CA', 'Renewal'],
  ['Josephine', 'Whitaker', 'soccer', 'forward', 'college', 'recruiting', 'Harlan Tech', 'Athens', 'GA', 'New client'],
  ['Ryder', 'Stonewell', 'football', 'tight-end', 'high-school', 'prospect', 'Fort Tallow High', 'Spearfish', 'SD'],
  ['Adaeze', 'Nwosu', 'basketball', 'forward', 'pro', 'signed', 'Tacoma Tidewater', 'Olympia', 'WA', 'Renewal'],
  ['Kieran', 'Ashdown', 'swimming', 'breaststroke', 'college', 'signed', 'Port Lowell College', 'Bellingham', 'WA'],
  ['Lucía', 'Montoya', 'volleyball', 'libero', 'college', 'signed', 'University of Ashby', 'El Paso', 'TX', 'NIL'],
  ['Trey', 'Vandermeer', 'football', 'kicker', 'college', 'prospect', 'Westmark A&M', 'Alexandria', 'LA'],
  ['Naomi', 'Feld', 'golf', '', 'high-school', 'recruiting', 'Alder Basin High', 'Sisters', 'OR'],
  ['Oluwaseun', 'Adeyemi', 'track-and-field', 'sprints', 'college', 'recruiting', 'Harlan Tech', 'Columbus', 'GA'],
  ['Beckett', 'Sorensen', 'baseball', 'third-base', 'college', 'former', 'Northfield State', 'St. Cloud', 'MN'],
  ['Talia', 'Rosenthal', 'gymnastics', 'beam', 'high-school', 'prospect', 'St. Brennan Prep', 'Rockville', 'MD'],
  ['Hugo', 'Lindgren', 'hockey', 'center', 'college', 'recruiting', 'Duluth Maritime', 'Cloquet', 'MN'],
  ['Camila', 'Echeverría', 'soccer', 'defender', 'pro', 'signed', 'Austin Meridian SC', 'McAllen', 'TX'],
]

export const sampleAthletes: SampleAthlete[] = lines.map(
  ([givenName, familyName, sport, position, level, stage, school, hometown, state, ...tags]) => ({
    givenName,
    familyName,
    sport,
    positions: position ? [position] : [],
    level,
    stage,
    school,
    hometown,
    state,
    tags,
  }),
)

/** One school: its students, and recruits from high schools. */
const DEPARTMENT_SCHOOL = 'Harlan Tech'
export const departmentAthletes: SampleAthlete[] = sampleAthletes
  .filter(({ level }) => level !== 'pro')
  .map((athlete) =>
    athlete.level === 'high-school'
      ? { ...athlete, stage: athlete.stage === 'signed' ? 'recruiting' : athlete.stage }
      : athlete.stage === 'signed' || athlete.stage === 'former'
        ? { ...athlete, school: DEPARTMENT_SCHOOL }
        : athlete,
  )
  // Sample deals belong to the first athletes.
  .toSorted((one, other) => Number(other.stage === 'signed') - Number(one.stage === 'signed'))

export const sampleNotes = [
  ['note', 'Reads the game early, and stays calm when the score turns. Ask about the summer camp.', {}],
  [
    'call',
    'Family wants the school finished first; open to a local partner in spring.',
    { direction: 'out', minutes: 20, result: 'reached' },
  ],
  [
    'email',
    'Sent the one-page summary that they asked for. They answer by the end of the week.',
    { direction: 'out', result: 'no-reply' },
  ],
  [
    'meeting',
    'Lunch with the head coach: minutes go up from January. Bring the training plan next time.',
    { direction: 'out', minutes: 60, result: 'took-place' },
  ],
  ['note', 'Ankle is fine again. Full practice since Monday, says the trainer.', {}],
  ['text', 'Prefers text messages after 6 PM. No calls during finals.', { direction: 'in', result: 'replied' }],
] as const

/** Measurables per sport, with typical values of a college athlete. */
export const sampleMeasurables: Partial<Record<SportId, [Measurable, number][]>> = {
  football: [
    ['height', 188],
    ['weight', 98],
    ['forty-yard-dash', 4.7],
    ['vertical-jump', 84],
  ],
  basketball: [
    ['height', 193],
    ['weight', 88],
    ['vertical-jump', 76],
    ['lane-agility', 11.1],
  ],
  baseball: [
    ['height', 185],
    ['weight', 90],
    ['sixty-yard-dash', 6.9],
    ['throwing-speed', 138],
  ],
  'track-and-field': [
    ['height', 178],
    ['weight', 68],
    ['hundred-meters', 11.4],
  ],
  volleyball: [
    ['height', 183],
    ['vertical-jump', 66],
  ],
}
