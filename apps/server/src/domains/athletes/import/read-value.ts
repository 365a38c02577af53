import { type Level, levels, type Stage } from '@sherpa/contracts/athlete'
import { countryCodes, countryName } from '@sherpa/contracts/countries'
import { labels } from '@sherpa/contracts/labels'
import { ownValue } from '@sherpa/contracts/own-value'
import { type SportId, sportIds, sports } from '@sherpa/contracts/sports'
import { type UsState, usStateCodes, usStates } from '@sherpa/contracts/us-states'
import { plain, readDay, readSerialDay } from '../../../tables/read-text.ts'

/** Common placeholders for empty cells. */
const emptyWords = new Set([
  '',
  '-',
  '--',
  '—',
  '–',
  'n/a',
  'na',
  'n.a.',
  '#n/a',
  'none',
  'null',
  'nil',
  'unknown',
  'tbd',
  'tba',
  'tbc',
  'dnp',
  'dns',
  'dnf',
  'not available',
  'not provided',
  'to be determined',
  'à confirmer',
  'a confirmer',
  'inconnu',
  'por confirmar',
  'desconocido',
  's/d',
  'unbekannt',
  'k.a.',
  'k. a.',
  '#ref!',
  '#value!',
  '#name?',
  '#div/0!',
  'undefined',
  'nan',
  '???',
  '??',
  '---',
  '0000-00-00',
  '?',
  '.',
])
export const isEmptyValue = (text: string) => emptyWords.has(text.trim().toLowerCase())

const MAX_AGE = 80

/** A two-digit year becomes the past year that gives an age of at most 80. */
export function readBirthDate(text: string, dayFirst: boolean, today: string): string | undefined {
  const day = readSerialDay(text) ?? readDay(text, dayFirst, today)
  if (!day || !hasShortYear(text)) return day
  const digits = day.slice(2)
  return [`20${digits}`, `19${digits}`].find(
    (one) => one <= today && Number(today.slice(0, 4)) - Number(one.slice(0, 4)) <= MAX_AGE,
  )
}

/** True for 3/4/08, false for 2008-03-04. */
export const hasShortYear = (text: string) =>
  !/\d{4}/.test(text) && /\D\d{2}\s*$/.test(text.trim().replace(/[T ]\d{1,2}:\d\d[\s\S]*$/, ''))

const stateByName = new Map<string, UsState>([
  ...usStateCodes.map((code): [string, UsState] => [plain(code), code]),
  ...usStateCodes.map((code): [string, UsState] => [plain(usStates[code]), code]),
  // Press abbreviations.
  ...Object.entries({
    calif: 'CA',
    cal: 'CA',
    fla: 'FL',
    tex: 'TX',
    penn: 'PA',
    penna: 'PA',
    mass: 'MA',
    mich: 'MI',
    minn: 'MN',
    wash: 'WA',
    ariz: 'AZ',
    ark: 'AR',
    ala: 'AL',
    colo: 'CO',
    conn: 'CT',
    del: 'DE',
    ill: 'IL',
    ills: 'IL',
    ind: 'IN',
    kan: 'KS',
    kans: 'KS',
    miss: 'MS',
    mont: 'MT',
    neb: 'NE',
    nebr: 'NE',
    nev: 'NV',
    okla: 'OK',
    ore: 'OR',
    oreg: 'OR',
    tenn: 'TN',
    wis: 'WI',
    wisc: 'WI',
    wyo: 'WY',
    wva: 'WV',
    ndak: 'ND',
    ndakota: 'ND',
    sdak: 'SD',
    sdakota: 'SD',
    ncar: 'NC',
    scar: 'SC',
    ncarolina: 'NC',
    scarolina: 'SC',
    nhampshire: 'NH',
    njersey: 'NJ',
    nmex: 'NM',
    nmexico: 'NM',
    wvirginia: 'WV',
    washingtondc: 'DC',
    dcwashington: 'DC',
  } as const),
])
export const readState = (text: string): UsState | undefined => stateByName.get(plain(text))

/** Regions outside the US by country, code and name. */
const regions = {
  CA: 'AB Alberta, Alta; BC British Columbia; MB Manitoba, Man; NB New Brunswick; NL Newfoundland and Labrador, Newfoundland, Nfld; NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario, Ont; PE Prince Edward Island, PEI; QC Quebec, Que, PQ; SK Saskatchewan, Sask; YT Yukon',
  AU: 'NSW New South Wales; VIC Victoria, Vic; QLD Queensland; TAS Tasmania; ACT Australian Capital Territory; SA South Australia; NT Northern Territory',
} as const
type Region = { country: keyof typeof regions; state: string }
const regionByName = new Map(
  (Object.keys(regions) as (keyof typeof regions)[]).reverse().flatMap((country) =>
    regions[country].split('; ').flatMap((one) => {
      const [state = ''] = one.split(' ')
      const names = [state, ...one.slice(state.length + 1).split(', ')]
      return names.map((name): [string, Region] => [plain(name), { country, state }])
    }),
  ),
)

/** A US state, else a known region, else a short code in another country. */
export function readRegion(text: string, country: string | undefined): { state: string; country?: string } | undefined {
  const isAbroad = country !== undefined && country !== 'US'
  const state = isAbroad ? undefined : readState(text)
  if (state) return { state }
  const region = regionByName.get(plain(text))
  if (region && (!isAbroad || region.country === country)) return region
  const code = text.trim().replaceAll('.', '').toUpperCase()
  return isAbroad && /^[A-Z\d]{1,3}$/.test(code) ? { state: code } : undefined
}

const countryByName = new Map<string, string>([
  ...['fr', 'es', 'de', 'en'].flatMap((language) =>
    countryCodes.map((code): [string, string] => [plain(countryName(code, language)), code]),
  ),
  ...countryCodes.map((code): [string, string] => [plain(code), code]),
  ...Object.entries({
    usa: 'US',
    thebahamas: 'BS',
    uae: 'AE',
    dominicanrep: 'DO',
    republicofireland: 'IE',
    prc: 'CN',
    mainlandchina: 'CN',
    vietnam: 'VN',
    bosniaherzegovina: 'BA',
    stlucia: 'LC',
    usvirginislands: 'VI',
    unitedstatesofamerica: 'US',
    america: 'US',
    american: 'US',
    eeuu: 'US',
    etatsunis: 'US',
    uk: 'GB',
    gbr: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    eng: 'GB',
    sco: 'GB',
    wal: 'GB',
    scotland: 'GB',
    wales: 'GB',
    northernireland: 'GB',
    korea: 'KR',
    southkorea: 'KR',
    republicofkorea: 'KR',
    kor: 'KR',
    northkorea: 'KP',
    holland: 'NL',
    thenetherlands: 'NL',
    ned: 'NL',
    turkey: 'TR',
    tur: 'TR',
    czechrepublic: 'CZ',
    ivorycoast: 'CI',
    capeverde: 'CV',
    drcongo: 'CD',
    congo: 'CG',
    bosnia: 'BA',
    bosniaandherzegovina: 'BA',
    trinidad: 'TT',
    trinidadandtobago: 'TT',
    antiguaandbarbuda: 'AG',
    macedonia: 'MK',
    burma: 'MM',
    russia: 'RU',
    taiwan: 'TW',
    chinesetaipei: 'TW',
    hongkong: 'HK',
    palestine: 'PS',
    dominicanrepublic: 'DO',
    domrep: 'DO',
    can: 'CA',
    mex: 'MX',
    aus: 'AU',
    nzl: 'NZ',
    ger: 'DE',
    deu: 'DE',
    fra: 'FR',
    esp: 'ES',
    ita: 'IT',
    bra: 'BR',
    arg: 'AR',
    jpn: 'JP',
    chn: 'CN',
    swe: 'SE',
    nor: 'NO',
    fin: 'FI',
    den: 'DK',
    dnk: 'DK',
    sui: 'CH',
    che: 'CH',
    aut: 'AT',
    bel: 'BE',
    por: 'PT',
    prt: 'PT',
    irl: 'IE',
    pol: 'PL',
    cze: 'CZ',
    svk: 'SK',
    slo: 'SI',
    svn: 'SI',
    cro: 'HR',
    hrv: 'HR',
    srb: 'RS',
    gre: 'GR',
    ukr: 'UA',
    rus: 'RU',
    ngr: 'NG',
    nga: 'NG',
    sen: 'SN',
    gha: 'GH',
    cmr: 'CM',
    rsa: 'ZA',
    jam: 'JM',
    bah: 'BS',
    pur: 'PR',
    dom: 'DO',
    ven: 'VE',
    col: 'CO',
  }),
])
/** Codes of sports federations and adjectives in English, German, Spanish and French. */
const nationalities =
  'AL alb albanian; AR argentine argentinian argentin argentino argentina; AT austrian osterreichisch autrichien autrichienne; AU australian; BA bih bosnian; BE belgian belgisch belge belga; BF bur burkinabe; BG bul bulgarian; BR brazilian brasileno brasilena bresilien bresilienne; CA canadian canadien canadienne canadiense; CD cod congolese congolais congolaise; CH swiss schweizer suisse suizo suiza; CI civ ivorian ivoirien ivoirienne; CL chi chilean chileno chilena; CM cameroonian camerounais camerounaise; CO colombian colombiano colombiana; CR crc; CU cub cuban cubano cubana; CV cpv; CZ czech; DE german deutsch allemand allemande aleman alemana; DK danish; DO dominican dominicano dominicana; DZ alg algerian algerien algerienne; EC ecu ecuadorian ecuatoriano; EE est; EG egy egyptian; ES spanish spanisch espanol espanola espagnol espagnole; FI finnish; FJ fij fijian fidjien fidjienne; FR french franzosisch francais francaise frances francesa; GB british english scottish welsh anglais anglaise ingles; GE geo georgian georgien georgienne; GH ghanaian; GM gam; GN gui guineen guineenne; GR greek griechisch; GT gua; HN hon; HR croatian kroatisch croate; HT hai haitian haitien haitienne; HU hun hungarian; ID ina; IE irish irlandais irlandaise; IL isr israeli; IN ind indian; IR iri irn; IS isl icelandic; IT italian italienisch italien italienne italiano italiana; JM jamaican; JP japanese; KE ken kenyan; KR korean; LT ltu lithuanian; LV lat latvian; MA mar moroccan marocain marocaine marroqui; MK mkd; ML mli malian malien malienne; MX mexican mexicano mexicana; MY mas; NG nigerian; NL dutch niederlandisch neerlandais neerlandaise; NO norwegian; NZ newzealander neozelandais neozelandaise; PA pan panamanian; PE per peruvian peruano; PH phi filipino; PL polish polnisch polonais polonaise; PT portuguese portugiesisch portugais portugaise portugues; PY par paraguayo; RO rou romanian roumain roumaine; RS serbian serbisch serbe; RU russian; SA ksa; SE swedish; SK slovak; SN senegalese senegalais senegalaise; SV slv esa; TG tog togolais togolaise; TH tha; TN tun tunisian tunisien tunisienne; TO tga tongan tongien tongienne; TR turkish turkisch turc turque; TT tto tri; UA ukrainian; US etatsunien americain americaine estadounidense amerikanisch; UY uru uruguayan uruguayo; VE venezuelan venezolano venezolana; VN vie; WS sam samoan samoane; ZA southafrican sudafricain sudafricaine; ZW zim'
const countryByNationality = new Map(
  nationalities.split('; ').flatMap((line) => {
    const [code = '', ...names] = line.split(' ')
    return names.map((name): [string, string] => [name, code])
  }),
)
export const readCountry = (text: string): string | undefined =>
  countryByName.get(plain(text)) ?? countryByNationality.get(plain(text))

const sportByName = new Map<string, SportId>([
  ...sportIds.map((id): [string, SportId] => [plain(sports[id].name), id]),
  ...Object.entries({
    fb: 'football',
    bb: 'basketball',
    bball: 'basketball',
    hoops: 'basketball',
    bsb: 'baseball',
    base: 'baseball',
    sb: 'softball',
    soc: 'soccer',
    futbol: 'soccer',
    icehockey: 'hockey',
    vb: 'volleyball',
    vball: 'volleyball',
    lax: 'lacrosse',
    track: 'track-and-field',
    trackfield: 'track-and-field',
    tf: 'track-and-field',
    xc: 'track-and-field',
    crosscountry: 'track-and-field',
    swim: 'swimming',
    swimminganddiving: 'swimming',
    swimdive: 'swimming',
    swimmingdiving: 'swimming',
    swimanddive: 'swimming',
    swimminganddive: 'swimming',
    tracknfield: 'track-and-field',
    trackandfieldcrosscountry: 'track-and-field',
    gym: 'gymnastics',
    wrestle: 'wrestling',
    wr: 'wrestling',
    gymnastic: 'gymnastics',
    americanfootball: 'football',
    gridiron: 'football',
    soccerfootball: 'soccer',
    fussball: 'soccer',
    fuball: 'soccer',
    football: 'football',
    eishockey: 'hockey',
    fieldhockey: 'other',
    beachvolleyball: 'volleyball',
    indoorvolleyball: 'volleyball',
    baloncesto: 'basketball',
    beisbol: 'baseball',
    tenis: 'tennis',
    athletics: 'track-and-field',
    trackandfieldxc: 'track-and-field',
    leichtathletik: 'track-and-field',
    atletismo: 'track-and-field',
    schwimmen: 'swimming',
    natacion: 'swimming',
    natation: 'swimming',
    diving: 'swimming',
  } as const),
])
/** Parses "Football", "Men’s Basketball", "W Soccer", "WBB", "MSOC". */
export function readSport(text: string): SportId | undefined {
  const name = plain(
    text
      .replaceAll('ß', 'ss')
      .replace(/\b(men|women|boy|girl)(['’]?s)?\b/gi, '')
      .replace(/\b(varsity|jv|junior varsity|freshman|team|club|m|w|b|g)\b\.?/gi, ''),
  )
  return sportByName.get(name) ?? (/^[mwbg]/.test(name) ? sportByName.get(name.slice(1)) : undefined)
}

const levelByName = new Map<string, Level>([
  ...(Object.keys(levels) as Level[]).map((level): [string, Level] => [plain(levels[level]), level]),
  ...Object.entries({
    hs: 'high-school',
    prep: 'high-school',
    highschooler: 'high-school',
    varsity: 'high-school',
    secondary: 'high-school',
    ncaa: 'college',
    d1: 'college',
    d2: 'college',
    d3: 'college',
    di: 'college',
    dii: 'college',
    diii: 'college',
    division1: 'college',
    division2: 'college',
    division3: 'college',
    divisioni: 'college',
    juco: 'college',
    njcaa: 'college',
    naia: 'college',
    university: 'college',
    collegiate: 'college',
    fbs: 'college',
    fcs: 'college',
    transfer: 'college',
    undergraduate: 'college',
    professional: 'pro',
    pros: 'pro',
    nfl: 'pro',
    nba: 'pro',
    wnba: 'pro',
    mlb: 'pro',
    nhl: 'pro',
    mls: 'pro',
    nwsl: 'pro',
    minors: 'pro',
    gleague: 'pro',
    milb: 'pro',
    overseas: 'pro',
    freeagent: 'pro',
  } as const),
])
export const readLevel = (text: string): Level | undefined => levelByName.get(plain(text))

const stageByName = new Map<string, Stage>([
  ...Object.values(labels).flatMap(({ stages }) =>
    Object.entries(stages).map(([stage, name]): [string, Stage] => [plain(name), stage as Stage]),
  ),
  ...Object.entries({
    prospects: 'prospect',
    lead: 'prospect',
    target: 'prospect',
    watchlist: 'prospect',
    watching: 'prospect',
    new: 'prospect',
    no: 'prospect',
    recruit: 'recruiting',
    contacted: 'recruiting',
    negotiating: 'recruiting',
    offered: 'recruiting',
    pursuing: 'recruiting',
    client: 'signed',
    active: 'signed',
    currentclient: 'signed',
    roster: 'signed',
    rostered: 'signed',
    yes: 'signed',
    past: 'former',
    inactive: 'former',
    alumni: 'former',
    alum: 'former',
    formerclient: 'former',
    terminated: 'former',
    retired: 'former',
  } as const),
])
export const readStage = (text: string): Stage | undefined => stageByName.get(plain(text))

/** Years until graduation. */
const yearsToGo: Record<string, number> = {
  fr: 3,
  frosh: 3,
  freshman: 3,
  freshmen: 3,
  firstyear: 3,
  '1styear': 3,
  '2ndyear': 2,
  secondyear: 2,
  '3rdyear': 1,
  thirdyear: 1,
  '4thyear': 0,
  fourthyear: 0,
  so: 2,
  soph: 2,
  sophomore: 2,
  jr: 1,
  junior: 1,
  sr: 0,
  senior: 0,
  gr: 0,
  grad: 0,
  graduate: 0,
  gradstudent: 0,
  graduatestudent: 0,
  gs: 0,
  gradtransfer: 0,
  '5th': 0,
  '5thyear': 0,
  '5thyr': 0,
  fifthyear: 0,
  '5thyearsenior': 0,
  '6thyear': 0,
  '6': 6,
  '7': 5,
  '7th': 5,
  '8': 4,
  '8th': 4,
  '9': 3,
  '9th': 3,
  '10': 2,
  '10th': 2,
  '11': 1,
  '11th': 1,
  '12': 0,
  '12th': 0,
}
const FIRST_YEAR = 1950
const LAST_YEAR = 2100

/** Parses 2027, '27, 27, 2026-27, "Class of 2027", "Sr", "RS-Jr.", "rJr", "Grade 11". School years end in summer. */
export function readClassYear(text: string, today: string): number | undefined {
  const written = text
    .trim()
    .toLowerCase()
    .replace(/^(class of|class|co|c\/o|grad(?:uating)?|hs)\s+(?=['’\d])/, '')
    .replace(/^(hs|jc|juco|college|4-?yr)\s+(?=[a-z])/, '')
    .replace(/\.0+$/, '')
    .replace(/^(\d{4})\s*\(.*\)$/, '$1')
  const season = /^(\d{4})\s*[-/–]\s*(?:(\d\d)|(\d{4}))$/.exec(written)
  if (season) return Number(season[1]) + 1
  const year =
    /^(\d{4})$/.exec(written)?.[1] ??
    /^(\d{4})-\d\d-\d\d/.exec(written)?.[1] ??
    /^\d{1,2}\/(?:\d{1,2}\/)?(\d{4})$/.exec(written)?.[1]
  if (year) return Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR ? Number(year) : undefined
  const short = /^['’‘`](\d\d)$/.exec(written)?.[1] ?? /^([2-4]\d)$/.exec(written)?.[1]
  if (short) return 2000 + Number(short)
  const isGrade = /\b(grade|gr)\b|klasse|grader/.test(written)
  const word = plain(
    written
      .replace(/^(rs|r|redshirt|true|tr)[\s.-]+/, '')
      .replace(/(?<![\s.-])[\s.-]*\(?(rs|redshirt|r)\)?$/, (mark) => (/^[\s.(-]/.test(mark) ? '' : mark))
      .replace(/\b(grade|grader|gr)\b\.?/, (mark) => (/\d/.test(written) ? '' : mark)),
  )
  const key = Object.hasOwn(yearsToGo, word) ? word : word.replace(/^(rs|r)(?=fr|so|jr|sr|fresh|soph|jun|sen)/, '')
  const grade = isGrade ? /^([6-9]|1[0-2])(st|nd|rd|th)?$/.exec(key)?.[1] : undefined
  const toGo = grade ? 12 - Number(grade) : ownValue(yearsToGo, key)
  if (toGo === undefined) return undefined
  const endOfSchoolYear = Number(today.slice(0, 4)) + (today.slice(5, 7) >= '07' ? 1 : 0)
  return endOfSchoolYear + toGo
}

/** "3,5" is 3.5 and "1,950.5" is 1950.5. Undefined if it is no number. */
export function readNumber(text: string): number | undefined {
  const written = text
    .trim()
    .replace(/^[$€£]\s*|(?<!\s)\s*[$€£%]$/g, '')
    .replace(/[\s\u00a0](?=\d{3}\b)/g, '')
  const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written)
  const digits = grouped
    ? written.replaceAll(',', '')
    : /^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(written)
      ? written.replaceAll('.', '').replace(',', '.')
      : written.replace(',', '.')
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined
}

/** "@kaia", "https://www.instagram.com/kaia/?hl=en" and "IG: kaia" name one account. */
export function readHandle(text: string): string {
  const written = text.trim().replace(/^\p{L}{1,12}:\s*(?!\/)/u, '')
  const address = /^(?:https?:\/\/)?(?:[a-z]{1,6}\.)?[a-z-]+\.(?:com|tv)\/(.+)$/i.exec(written)?.[1]
  if (address === undefined) return written
  const id = /^profile\.php\?id=(\d+)/.exec(address)?.[1]
  return id ?? address.replace(/^(?:c|user|channel|in)\//, '').replace(/[/?#][\s\S]*$/, '')
}

/** "12,400", "12.4K" and "1.2M". */
export function readFollowers(text: string): number {
  const [, digits = '', factor = ''] = /^([\d.,\s]*[\d.,])\s*([km]?)\+?$/i.exec(text.trim()) ?? []
  if (factor) return Math.round((readNumber(digits) ?? Number.NaN) * (factor.toLowerCase() === 'k' ? 1e3 : 1e6))
  return digits === '' ? Number.NaN : Number(digits.replace(/[,\s]|\.(?=\d{3}\b)/g, ''))
}

/** Spreadsheets shorten long numbers: the last digits of 1.23E+10 are lost. */
export const isShortenedNumber = (text: string) => /^\d(?:[.,]\d+)?e\+?\d+$/i.test(text.trim())
