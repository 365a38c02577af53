/** Sports with positions or events and their abbreviations in spreadsheets. */
type Sport = { name: string; positions: Record<string, { name: string; short: readonly string[] }> }

const position = (name: string, ...short: string[]) => ({ name, short })

export const sports = {
  football: {
    name: 'Football',
    positions: {
      quarterback: position('Quarterback', 'QB'),
      'running-back': position('Running back', 'RB', 'HB', 'TB'),
      fullback: position('Fullback', 'FB'),
      'wide-receiver': position('Wide receiver', 'WR'),
      'tight-end': position('Tight end', 'TE'),
      'offensive-tackle': position('Offensive tackle', 'OT', 'LT', 'RT', 'T'),
      'offensive-guard': position('Offensive guard', 'OG', 'LG', 'RG', 'G'),
      'offensive-line': position('Offensive line', 'OL', 'IOL'),
      'long-snapper': position('Long snapper', 'LS'),
      center: position('Center', 'C'),
      'defensive-end': position('Defensive end', 'DE', 'EDGE', 'SDE', 'WDE'),
      'defensive-tackle': position('Defensive tackle', 'DT', 'NT'),
      'defensive-line': position('Defensive line', 'DL'),
      linebacker: position('Linebacker', 'LB', 'ILB', 'OLB', 'MLB'),
      cornerback: position('Cornerback', 'CB'),
      safety: position('Safety', 'S', 'FS', 'SS', 'SAF'),
      'defensive-back': position('Defensive back', 'DB', 'NB'),
      kicker: position('Kicker', 'K', 'PK'),
      punter: position('Punter', 'P'),
      returner: position('Returner', 'KR', 'PR', 'RET'),
      athlete: position('Athlete', 'ATH'),
    },
  },
  basketball: {
    name: 'Basketball',
    positions: {
      'point-guard': position('Point guard', 'PG'),
      'shooting-guard': position('Shooting guard', 'SG'),
      guard: position('Guard', 'G'),
      'small-forward': position('Small forward', 'SF'),
      'power-forward': position('Power forward', 'PF'),
      forward: position('Forward', 'F'),
      center: position('Center', 'C'),
    },
  },
  baseball: {
    name: 'Baseball',
    positions: {
      pitcher: position('Pitcher', 'P', 'RHP', 'LHP', 'SP', 'RP'),
      catcher: position('Catcher', 'C'),
      'first-base': position('First base', '1B'),
      'second-base': position('Second base', '2B'),
      'third-base': position('Third base', '3B'),
      shortstop: position('Shortstop', 'SS'),
      infield: position('Infield', 'IF', 'INF'),
      'left-field': position('Left field', 'LF'),
      'center-field': position('Center field', 'CF'),
      'right-field': position('Right field', 'RF'),
      outfield: position('Outfield', 'OF'),
      'designated-hitter': position('Designated hitter', 'DH'),
      utility: position('Utility', 'UT', 'UTL'),
    },
  },
  softball: {
    name: 'Softball',
    positions: {
      pitcher: position('Pitcher', 'P'),
      catcher: position('Catcher', 'C'),
      infield: position('Infield', 'IF', 'INF', '1B', '2B', '3B', 'SS'),
      outfield: position('Outfield', 'OF', 'LF', 'CF', 'RF'),
      utility: position('Utility', 'UT', 'UTL', 'DP'),
    },
  },
  soccer: {
    name: 'Soccer',
    positions: {
      goalkeeper: position('Goalkeeper', 'GK'),
      defender: position('Defender', 'D', 'DF', 'CB', 'LB', 'RB'),
      midfielder: position('Midfielder', 'M', 'MF', 'CM', 'DM', 'AM'),
      forward: position('Forward', 'F', 'FW', 'ST', 'CF', 'Striker'),
      winger: position('Winger', 'W', 'LW', 'RW'),
    },
  },
  hockey: {
    name: 'Hockey',
    positions: {
      center: position('Center', 'C'),
      forward: position('Forward', 'F', 'FW'),
      'left-wing': position('Left wing', 'LW'),
      'right-wing': position('Right wing', 'RW'),
      defenseman: position('Defenseman', 'D'),
      goaltender: position('Goaltender', 'G'),
    },
  },
  volleyball: {
    name: 'Volleyball',
    positions: {
      setter: position('Setter', 'S'),
      'outside-hitter': position('Outside hitter', 'OH'),
      opposite: position('Opposite', 'OPP', 'RS'),
      'middle-blocker': position('Middle blocker', 'MB', 'MH'),
      libero: position('Libero', 'L', 'LIB', 'DS'),
    },
  },
  lacrosse: {
    name: 'Lacrosse',
    positions: {
      attack: position('Attack', 'A'),
      midfield: position('Midfield', 'M'),
      defense: position('Defense', 'D'),
      goalie: position('Goalie', 'G'),
    },
  },
  'track-and-field': {
    name: 'Track and field',
    positions: {
      sprints: position('Sprints'),
      hurdles: position('Hurdles'),
      'middle-distance': position('Middle distance', 'MD'),
      distance: position('Distance'),
      jumps: position('Jumps'),
      throws: position('Throws'),
      combined: position('Combined events'),
    },
  },
  swimming: {
    name: 'Swimming',
    positions: {
      freestyle: position('Freestyle', 'FR'),
      backstroke: position('Backstroke', 'BK'),
      breaststroke: position('Breaststroke', 'BR'),
      butterfly: position('Butterfly', 'FL'),
      medley: position('Medley', 'IM'),
      diving: position('Diving'),
    },
  },
  tennis: { name: 'Tennis', positions: { singles: position('Singles'), doubles: position('Doubles') } },
  golf: { name: 'Golf', positions: {} },
  wrestling: { name: 'Wrestling', positions: {} },
  gymnastics: {
    name: 'Gymnastics',
    positions: {
      'all-around': position('All-around', 'AA'),
      vault: position('Vault'),
      bars: position('Bars'),
      beam: position('Beam'),
      floor: position('Floor'),
    },
  },
  other: { name: 'Other', positions: {} },
} as const satisfies Record<string, Sport>

export type SportId = keyof typeof sports
export const sportIds = Object.keys(sports) as SportId[]

/** Names of sports, for filters and choices. */
export const sportNames = Object.fromEntries(sportIds.map((id) => [id, sports[id].name])) as Record<SportId, string>

export function positionsOf(sport: SportId): Sport['positions'] {
  return sports[sport].positions
}

export function positionName(sport: SportId | null, id: string) {
  return (sport && positionsOf(sport)[id]?.name) ?? id
}
