import { positionsOf, type SportId, sportIds } from '@sherpa/contracts/sports'
import { foldName, plain } from '../../../tables/read-text.ts'

/** Further names of positions, also in German, Spanish and French. */
const synonyms: Partial<Record<SportId, Record<string, string>>> = {
  football: {
    quarterback: 'quarter back, dual threat qb, pro style qb',
    'running-back': 'halfback, tailback, tailback rb, all purpose back, apb',
    fullback: 'h back',
    'wide-receiver': 'receiver, slot, slot receiver, slot wr, x, z, wideout, wide out, flanker, split end, se',
    'offensive-tackle': 'tackle, left tackle, right tackle',
    'offensive-guard': 'guard, left guard, right guard',
    'offensive-line':
      'offensive lineman, o line, oline, interior offensive line, interior offensive lineman, interior lineman, lineman',
    center: 'oc, snapper',
    'long-snapper': 'deep snapper',
    'defensive-end':
      'edge rusher, pass rusher, strong side defensive end, strongside defensive end, weak side defensive end, weakside defensive end, strong side end, weak side end, rush end, edge defender',
    'defensive-tackle': 'nose tackle, nose guard, ng, nose, idl, interior defensive lineman, interior defensive line',
    'defensive-line': 'defensive lineman, d line, dline',
    linebacker:
      'inside linebacker, outside linebacker, middle linebacker, mike, will, sam, jack, wlb, slb, buck, inside backer, outside backer, backer',
    cornerback: 'corner, corner back, nickel corner',
    safety: 'free safety, strong safety, rover, rov, star',
    'defensive-back': 'nickel, nickelback, nickel back, dime, nick',
    kicker: 'placekicker, place kicker, kickoff specialist, ko',
    returner: 'kick returner, punt returner, return specialist',
  },
  basketball: {
    'point-guard': '1, point, lead guard, base, meneur, aufbau, playmaker',
    'shooting-guard': '2, off guard, two guard, escolta, arriere',
    guard: 'combo guard, cg, combo',
    'small-forward': '3, wing, w, alero, ailier, swingman',
    'power-forward': '4, stretch four, stretch 4, ala pivot, ailier fort',
    forward: 'combo forward, fwd',
    center: '5, post, big, big man, cen, pivot, centre',
  },
  baseball: {
    pitcher:
      'right handed pitcher, left handed pitcher, right hand pitcher, left hand pitcher, starting pitcher, relief pitcher, starter, reliever, closer, rhs, lhs, rhr, lhr, cp, cl, pit, 投手',
    catcher: 'cat, backstop, 捕手',
    'first-base': 'first baseman, 1st base, 1st, first, 一塁手',
    'second-base': 'second baseman, 2nd base, 2nd, second, 二塁手',
    'third-base': 'third baseman, 3rd base, 3rd, third, 三塁手',
    shortstop: 'short stop, short, 遊撃手',
    infield: 'infielder, mif, middle infielder, middle infield, cif, corner infielder, corner infield, 内野手',
    'left-field': 'left fielder, 左翼手',
    'center-field': 'center fielder, centerfield, centre field, 中堅手',
    'right-field': 'right fielder, 右翼手',
    outfield: 'outfielder, cof, corner outfielder, 外野手',
    utility: 'util, utility player, uti, two way player, twp',
  },
  softball: {
    pitcher: 'right handed pitcher, left handed pitcher, rhp, lhp',
    infield:
      'infielder, first base, second base, third base, first baseman, second baseman, third baseman, shortstop, short stop, mif, cif, middle infielder, middle infield, corner infielder',
    outfield: 'outfielder, left field, center field, right field, left fielder, center fielder, right fielder',
    utility: 'util, utility player, dh, designated player, designated hitter, slapper, flex',
  },
  soccer: {
    goalkeeper:
      'goalie, keeper, g, goal keeper, torwart, tw, torhuter, portero, portera, arquero, gardien, gardienne, gardien de but, por',
    defender:
      'def, defense, defence, back, center back, centre back, central defender, left back, right back, full back, fullback, fb, wing back, wingback, left wing back, right wing back, lwb, rwb, wb, outside back, ob, lcb, rcb, sw, sweeper, abwehr, verteidiger, innenverteidiger, iv, lv, rv, av, aussenverteidiger, linksverteidiger, linker verteidiger, rechtsverteidiger, rechter verteidiger, defensa, defensor, central, defensa central, lateral, lateral izquierdo, lateral derecho, defenseur, defenseur central, arriere, arriere gauche, arriere droit',
    midfielder:
      'mid, midfield, central midfielder, center midfielder, center mid, central mid, defensive midfielder, attacking midfielder, holding midfielder, cdm, cam, lm, rm, left midfielder, right midfielder, left mid, right mid, box to box, acm, hm, 6, 8, 10, mittelfeld, mittelfeldspieler, defensives mittelfeld, zentrales mittelfeld, offensives mittelfeld, linkes mittelfeld, rechtes mittelfeld, zm, zdm, zom, om, centrocampista, mediocentro, mediocampista, pivote, mediapunta, volante, interior, milieu, milieu de terrain, milieu defensif, milieu offensif, milieu central',
    forward:
      'attacker, att, striker, center forward, centre forward, ss, second striker, 9, sturm, sturmer, mittelsturmer, ms, angreifer, delantero, delantera, delantero centro, ariete, attaquant, attaquante, avant, avant centre, buteur',
    winger:
      'wing, left winger, right winger, left wing, right wing, wide forward, flugel, flugelspieler, linksaussen, rechtsaussen, la, ra, extremo, extremo izquierdo, extremo derecho, ailier, ailier gauche, ailier droit, aile',
  },
  hockey: {
    center: 'centre, centerman, cen, zentrum, mittelsturmer',
    forward: 'attaquant, avant, fwd, wing, winger, w, sturmer',
    'left-wing': 'left winger, ailier gauche, lf',
    'right-wing': 'right winger, ailier droit, rf',
    defenseman:
      'defense, defence, defenceman, defender, def, ld, rd, left defense, right defense, left defenseman, right defenseman, defenseur, verteidiger',
    goaltender: 'goalie, goal, goalkeeper, gk, tender, gardien, gardienne, torwart',
  },
  volleyball: {
    setter: 'set, zuspieler, colocador, passeur',
    'outside-hitter': 'outside, oh1, oh2, pin hitter, pin, left side hitter, lsh, left side, ls',
    opposite: 'opposite hitter, right side, right side hitter, rsh, opp hitter',
    'middle-blocker': 'middle, mid, middle hitter, m',
    libero: 'defensive specialist, def specialist',
  },
  lacrosse: {
    attack: 'att, attackman, attacker',
    midfield:
      'mid, midfielder, middie, mf, ssdm, fogo, fo, face off, faceoff, face off specialist, faceoff specialist, short stick defensive midfielder, defensive midfielder, dm, draw specialist, draw',
    defense: 'def, defender, defenseman, defence, lsm, long stick midfielder, close defense, long stick midfield, pole',
    goalie: 'goalkeeper, gk, goaltender, goal, keeper',
  },
  'track-and-field': {
    sprints:
      'sprint, sprinter, 55m, 60m, 100m, 200m, 400m, 100, 200, 400, 60, 55, 60 meters, 100 meters, 200 meters, 400 meters, 4x100, 4x400, 4x100m, 4x400m, relay, relays',
    hurdles:
      'hurdler, 110h, 110mh, 100h, 100mh, 400h, 400mh, 300h, 60h, 60mh, 110m hurdles, 100m hurdles, 400m hurdles, 110 meter hurdles, 100 meter hurdles, 400 meter hurdles, 110 hurdles, 100 hurdles, 400 hurdles, 60m hurdles, 300m hurdles',
    'middle-distance':
      'mid distance, 800, 800m, 800 meters, 600m, 1000m, 1500, 1500m, 1500 meters, mile, 1600, 1600m, 1600 meters, 4x800',
    distance:
      'long distance, distance runner, 3000m, 3000, 3200m, 3200, 5000m, 5000, 5k, 10000m, 10000, 10k, 3000 meters, 3200 meters, 5000 meters, 10000 meters, xc, cross country, steeplechase, steeple, 3000sc, 3000m steeplechase, marathon, 2 mile, two mile',
    jumps:
      'jump, jumper, long jump, lj, high jump, hj, triple jump, tj, pole vault, pv, pole vaulter, high jumper, long jumper, triple jumper',
    throws:
      'throw, thrower, shot put, shot, sp, discus, disc, dt, javelin, jav, jt, hammer, ht, weight throw, wt, hammer throw, discus throw, javelin throw, shot putter',
    combined:
      'decathlon, dec, heptathlon, hep, pentathlon, pent, multi, multis, multi events, combined event, combined',
  },
  swimming: {
    freestyle: 'free, distance free, sprint free, freestyler, distance freestyle, sprint freestyle, kraul, crol, crawl',
    backstroke: 'back, backstroker, rucken, espalda, dos',
    breaststroke: 'breast, breaststroker, brust, braza, brasse',
    butterfly: 'fly, flyer, delfin, mariposa, papillon',
    medley: 'individual medley, i m, lagen',
    diving: 'dive, diver, springboard, platform',
  },
  tennis: { singles: 'single', doubles: 'double' },
  gymnastics: {
    'all-around': 'all around gymnast, all round',
    vault: 'vt, v',
    bars: 'ub, uneven bars, parallel bars, high bar, pb, hb, uneven parallel bars',
    beam: 'bb, balance beam',
    floor: 'fx, floor exercise, fe',
  },
}

/** Positions by name and abbreviation, per sport. */
const positionByName = new Map(
  sportIds.map((sport) => {
    const more = synonyms[sport] ?? {}
    const names = Object.entries(positionsOf(sport)).flatMap(([id, { name, short }]) =>
      [id, name, ...short].map((one): [string, string] => [plain(one), id]),
    )
    const others = Object.entries(more).flatMap(([id, list]) =>
      list.split(',').map((one): [string, string] => [foldName(one), id]),
    )
    // The first of two equal names wins.
    return [sport, new Map([...names, ...others].reverse())]
  }),
)

/** Parses "QB", "Quarterback", "G/F", "F-C", "WR, DB". Undefined if one is not of the sport. */
export function readPositions(text: string, sport: SportId | null): string[] | undefined {
  const positions = sport && positionByName.get(sport)
  if (!positions) return undefined
  const find = (word: string) => positions.get(foldName(word)) ?? positions.get(foldName(withoutDistance(word, sport)))
  // "C-F" is two positions, "Wide-receiver" is one.
  const isList = /[/,;&+|]/.test(text) || /^\s*\w{1,2}-\w{1,2}\s*$/.test(text)
  const exactMatch = isList ? undefined : find(text)
  if (exactMatch) return [exactMatch]
  for (const separator of [
    /[/,;&+|\n]|\b(?:and|or|und|y|et)\b|\s-\s/i,
    /[/,;&+|\n-]|\b(?:and|or)\b/i,
    /[/,;&+|\n\s-]+/,
  ]) {
    const words = text.split(separator).filter((word) => foldName(word) !== '')
    const found = words.map(find).filter((position) => position !== undefined)
    if (found.length === words.length && found.length > 0) return [...new Set(found)].slice(0, 5)
  }
  return undefined
}

/** Swimmers have events such as "100 fly". */
const withoutDistance = (word: string, sport: SportId) =>
  sport === 'swimming' ? word.replace(/^\s*\d+\s*(?:y|yd|yds|m)?\s+/i, '') : word
