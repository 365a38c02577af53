import type { SocialPlatform } from '@sherpa/contracts/athlete'
import type { ContactPart, SimpleTarget } from '@sherpa/contracts/athlete-import'
import { type Measurable, unitsOfMeasurable, type WrittenUnit } from '@sherpa/contracts/measurable'
import { ownValue } from '@sherpa/contracts/own-value'
import { foldName, plain, replaceBrackets } from '../../../tables/read-text.ts'

/** Common column names in English, German, Spanish and French. Compared without case, spaces and punctuation. */
const knownNames = {
  fullName:
    'name, full name, fullname, athlete, athlete name, athletes name, player, player name, players name, student, student name, student athlete, student athlete name, prospect, prospect name, recruit, recruit name, client, client name, last first, last name first name, name last first, name first last, first last, first and last name, first last name, first name last name, roster name, display name, spieler, spielername, jugador, jugadora, nombre completo, nombre y apellidos, apellidos y nombre, joueur, joueuse, nom complet, nom et prenom, nom prenom, prenom nom, vollstandiger name, vor und nachname, swimmer, wrestler, runner, golfer, pitcher name, camper, camper name, participant, participant name, member name, child, child name, childs name, registrant, registrant name, roster, rider, rower, gymnast, attendee, attendee name, atleta, deportista, athlet, sportler, spielerin, alumno, name vorname, nachname vorname, familienname vorname',
  givenName:
    'first, first name, firstname, fname, f name, given, given name, given names, forename, name first, legal first name, legal first, vorname, nombre, nombres, prenom, prenoms, nome',
  familyName:
    'last, last name, lastname, lname, l name, family, family name, surname, name last, legal last name, legal last, nachname, familienname, apellido, apellidos, primer apellido, nom, nom de famille, cognome, sobrenome',
  preferredName:
    'preferred, preferred name, preferred first name, preferred first, nickname, nick name, nick, goes by, known as, aka, rufname, spitzname, apodo, surnom, english name, western name, american name, preferred given name, short name, called',
  birthDate:
    'dob, d o b, birth date, birthdate, birthday, date of birth, born, birth day, bday, b day, birth dt, geburtsdatum, geburtstag, geb datum, geb, geboren, fecha de nacimiento, fecha nacimiento, fec nac, f nacimiento, nacimiento, date de naissance, date naissance, ne le, nee le, naissance, data di nascita, data de nascimento, dob date, d of b, birth date dob, date birth, birthdate dob, f nac, fecha nac, nac, ddn, geb am, geboren am',
  'birthDate.month':
    'birth month, month of birth, dob month, birth date month, date of birth month, month born, bday month, birthday month, geburtsmonat, mes de nacimiento, mois de naissance, birth mo, dob mo, bday mo',
  'birthDate.day':
    'birth day of month, day of birth, dob day, birth date day, date of birth day, day born, bday day, birthday day, dia de nacimiento, jour de naissance, birth dy, dob dy',
  'birthDate.year':
    'birth year, year of birth, dob year, birth date year, date of birth year, year born, yob, birth yr, bday year, birthday year, geburtsjahr, jahrgang, ano de nacimiento, annee de naissance, dob yr, bday yr',
  sport: 'sport, sports, team sport, program, sportart, deporte, discipline, disciplina',
  positions:
    'pos, position, positions, primary position, primary pos, main position, position played, positions played, playing position, event, events, position s, pos s, position 1, pos 1, listed position, spielposition, posicion, posiciones, poste, puesto, demarcacion, secondary position, secondary pos, second position, 2nd position, 2nd pos, position 2, pos 2, other positions, other position, other pos, alt position, best stroke, stroke, strokes, best event, primary event, main event, specialty, secondary event, preferred position, field position',
  level: 'level, competition level, division level, tier, niveau, nivel, spielklasse',
  school:
    'school, high school, highschool, college, university, hs, school name, high school name, hs name, current school, current high school, club, club team, team, team name, tm, current team, institution, school team, school club, last school, previous school, prev school, college university, university college, current college, organization name, schule, verein, hochschule, mannschaft, escuela, colegio, equipo, instituto, ecole, lycee, equipe, universite, universidad, school or club, school or team, current club, club name, hs team, high school team, home school, hs school, school attending, attending, school district team, institution name, alma mater, from school, schools, verein club, lycee ecole, college team, univ, club formateur, stammverein',
  classYear:
    'class, class year, grad year, grad yr, gradyear, graduation year, graduation yr, year of graduation, graduating class, graduating year, grad class, class of, year, yr, cl, cls, grade, grade level, gr, grad, grad date, graduation, graduation class, academic year, academic class, school year, year in school, eligibility, eligibility year, elig, elig yr, hs grad year, hs grad, hs class, hs grad class, high school graduation year, high school grad year, high school class, recruiting class, recruit class, abschlussjahr, jahrgangsstufe, ano de graduacion, promocion, promotion, elig class, eligibility class, class yr, grade yr, grade year, entering grade, current class, hs year, college year, class standing, standing, year in college, academic yr, acad yr, ac yr, hs grad yr, grad classof',
  hometown:
    'hometown, home town, town, city, home city, from, city state, hometown state, hometown city, hometown city state, birthplace, place of birth, city of birth, city town, residence, heimatort, wohnort, stadt, ort, geburtsort, ciudad, ciudad natal, localidad, lugar de nacimiento, ville, ville natale, ville de naissance, lieu de naissance, hometown city st, home, city or town, hometown town, town city, lives in, ciudad de residencia, ciudad residencia, lugar, birth city, town of birth, birth place, birth town',
  state:
    'state, st, home state, hometown state code, state province, state prov, province, prov, province state, state region, region, us state, bundesland, estado, provincia, etat, province territoire, state abbr, hometown st, home st, state code, state or province',
  country:
    'country, nation, nationality, home country, country of origin, citizenship, ctry, nat, land, herkunftsland, nationalitat, staatsangehorigkeit, pais, nacionalidad, pays, nationalite, country code, passport, nationality country, homeland, country of birth, birth country, home nation',
  email:
    'email, e mail, email address, e mail address, mail, athlete email, player email, student email, personal email, school email, email 1, primary email, email addr, e mail adresse, mailadresse, correo, correo electronico, direccion de correo, courriel, adresse e mail, adresse email, adresse mail, adresse courriel, email id, emailaddress, e mail 1, best email, email primary',
  phone:
    'phone, phone number, phone no, phone 1, cell, cell phone, cell number, cell phone number, cellphone, mobile, mobile phone, mobile number, mobile phone number, telephone, telephone number, tel, tel number, athlete phone, athlete cell, player phone, player cell, primary phone, telefon, telefonnummer, handy, handynummer, mobil, mobilnummer, telefono, numero de telefono, movil, celular, telephone portable, numero de telephone, portable, home phone, home number, phone mobile, phone cell, cell or phone, movil telefono, cel, best phone, contact cell, mobile no, cell no, cell phone no, telephone no, tel no, cell mobile, mobile cell, telefon nr, handy nr, tel nr',
  tags: 'tags, tag, labels, label, keywords, key words',
  lookedAfterBy:
    'looked after by, agent, agents, assigned to, assigned agent, assigned, owner, representative, rep, account manager, managed by, recruiter, recruited by, recruiting coordinator, area recruiter, lead recruiter, responsible, area scout, handled by, handler, advisor assigned, our agent, staff contact, point person, assigned coach, assigned recruiter, lead agent, primary agent, account owner, betreuer, agent name, assigned agents, agent assigned, rep name, manager, account rep',
  note: 'note, notes, comment, comments, remark, remarks, memo, scouting notes, notizen, notiz, bemerkung, bemerkungen, anmerkungen, kommentar, notas, observaciones, comentarios, remarque, remarques, commentaires, observation, observations',
  stage:
    'stage, status, pipeline, pipeline stage, recruiting status, recruiting stage, recruitment status, signed, estado de fichaje',
  'measured:height':
    'height, ht, hgt, hght, height ft in, height feet inches, ht ft in, grosse, groesse, korpergrosse, koerpergroesse, estatura, altura, talla, taille, hauteur, altezza',
  'measured:height.feet': 'feet, height feet part, ft',
  'measured:height.inches': 'inches, height inches part',
  'measured:weight':
    'weight, wt, wgt, wght, lbs, body weight, bodyweight, pounds, gewicht, korpergewicht, koerpergewicht, peso, poids, gew',
  'measured:wingspan': 'wingspan, wing span, ws, reach, arm span, armspan, spannweite, envergadura, envergure',
  'measured:vertical-jump':
    'vertical, vert, vertical jump, vert jump, vj, max vertical, max vert, vertical leap, vert leap, standing vertical, no step vertical, cmj',
  'measured:broad-jump': 'broad jump, broad, bj, standing long jump, standing broad jump, long jump standing, slj',
  'measured:forty-yard-dash':
    '40, 40 yard, 40 yd, 40 yard dash, 40 yd dash, 40 time, forty, forty yard dash, 40yd dash, 40 dash, 40 yard time, 40 yd time, forty time, 40y',
  'measured:shuttle-run':
    'shuttle, pro agility, pro shuttle, 20 yard shuttle, 20 yd shuttle, 20yd shuttle, 5 10 5, 5 10 5 shuttle, shuttle run, short shuttle',
  'measured:lane-agility': 'lane agility, lane agility time, lane',
  'measured:sixty-yard-dash':
    '60, 60 yard, 60 yd, 60 yard dash, 60 yd dash, 60 time, 60yd dash, 60 yard time, sixty, 60 dash, 60y',
  'measured:hundred-meters': '100 m, 100m, 100 meters, 100 meter, 100 meter dash, 100m dash, 100 metres, 100 dash',
  'measured:bench-press': 'bench, bench press, bench max, max bench, bench 1rm, bench press max',
  'measured:throwing-speed':
    'fb velo, velo, velocity, fastball, fastball velocity, fastball velo, fb velocity, throwing speed, throwing velocity, throw velo, pitch speed, pitching velocity, max velo, max fb, fb max, fastball max, top velo, peak velo, throwing velo, throw velocity, arm velo, infield velo, of velo, if velo, pitch velo, fb speed, fastball speed, fb mph',
} satisfies Partial<Record<SimpleTarget, string>>

const eastAsianNames: Record<string, SimpleTarget> = {
  氏名: 'fullName',
  名前: 'fullName',
  選手名: 'fullName',
  姓名: 'fullName',
  이름: 'fullName',
  성명: 'fullName',
  生年月日: 'birthDate',
  出生日期: 'birthDate',
  생년월일: 'birthDate',
  身長: 'measured:height',
  身高: 'measured:height',
  키: 'measured:height',
  体重: 'measured:weight',
  몸무게: 'measured:weight',
  国籍: 'country',
  국적: 'country',
  守備位置: 'positions',
  ポジション: 'positions',
  位置: 'positions',
  포지션: 'positions',
  学校名: 'school',
  学校: 'school',
  所属: 'school',
  학교: 'school',
  卒業年: 'classYear',
  出身地: 'hometown',
  電話番号: 'phone',
  電話: 'phone',
  携帯電話: 'phone',
  电话: 'phone',
  전화번호: 'phone',
  メール: 'email',
  メールアドレス: 'email',
  邮箱: 'email',
  이메일: 'email',
  備考: 'note',
  备注: 'note',
  비고: 'note',
}
const eastAsianParts: Partial<Record<SimpleTarget, ContactPart>> = { fullName: 'Name', phone: 'Phone', email: 'Email' }
const eastAsianParents = /^(保護者|父親|母親|监护人|家长|보호자|학부모)の?/

const targetsByName = new Map(
  Object.entries(knownNames).flatMap(([target, names]) =>
    names.split(',').map((name): [string, SimpleTarget] => [foldName(name), target as SimpleTarget]),
  ),
)
/** Known names with their targets, for suggestions. */
export const listKnownNames = () => [...targetsByName]

/** Names in languages of countries that measure in metric units and write the day first. */
const foreignNames = new Set(
  [
    'vorname, nachname, familienname, geburtsdatum, geburtstag, grosse, groesse, korpergrosse, gewicht, verein, spieler, telefon, heimatort',
    'nombre, nombres, apellido, apellidos, fecha de nacimiento, fecha nacimiento, estatura, altura, talla, peso, posicion, equipo, telefono, correo, pais',
    'prenom, nom, nom de famille, date de naissance, date naissance, taille, poids, poste, equipe, courriel, pays, ville',
  ].flatMap((names) => names.split(',').map(foldName)),
)
export const isForeignName = (name: string) => foreignNames.has(foldName(replaceBrackets(name, '()')))

const units: Record<string, WrittenUnit> = {
  cm: 'cm',
  centimeters: 'cm',
  centimetres: 'cm',
  m: 'm',
  meters: 'm',
  metres: 'm',
  in: 'in',
  ins: 'in',
  inch: 'in',
  inches: 'in',
  ft: 'ft',
  feet: 'ft',
  foot: 'ft',
  lb: 'lb',
  lbs: 'lb',
  pounds: 'lb',
  kg: 'kg',
  kgs: 'kg',
  kilograms: 'kg',
  s: 's',
  sec: 's',
  secs: 's',
  seconds: 's',
  mph: 'mph',
  kmh: 'km/h',
  kph: 'km/h',
}
const noise = new Set(
  'athlete athletes player players student prospect recruit s the of your his her please enter select required req optional current primary legal official full listed self reported verified laser hand timed pb pr sb best personal record result time measured mm dd yy yyyy mmddyyyy ddmmyyyy swimmer camper participant member child registrant wrestler runner golfer gymnast what which is are will be do does they you play in for my their if applicable choose'.split(
    ' ',
  ),
)
/** "Do you play in high school?" asks for yes or no. */
const yesNoQuestion = /^(do|does|did|is|are|was|will|has|have|can|may)\b.*\?/i
const season = /\b20\d\d\s*[-/–]\s*(20)?\d\d\b/

/** Words of a heading. "Cell #" is a number; "firstName" has two words. */
const wordsOf = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/#/g, ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '')

export type Heading = {
  targets: [SimpleTarget] | [SimpleTarget, SimpleTarget]
  unit?: WrittenUnit
  /** Whose contact it is: "mother", "contact 2". */
  owner?: string
  /** First or last name of a contact: both make the name. */
  isNamePart?: boolean
}

/** What a column is by its name. */
export function readHeading(name: string): Heading | undefined {
  const written = name.trim()
  // Repetitions are no weight.
  if (/\breps?\b/i.test(written) || yesNoQuestion.test(written)) return undefined
  const withoutNotes = replaceBrackets(replaceBrackets(written, '()'), '[]')
    .replaceAll('*', ' ')
    .replace(season, ' ')
    .trim()
  const pair = /^[^(]+\([^)]+\)$/.test(written) ? matchPair(written) : undefined
  return (
    matchWhole(written) ??
    matchContact(wordsOf(written)) ??
    matchContact(wordsOf(withoutNotes)) ??
    matchSocial(wordsOf(withoutNotes)) ??
    (pair?.targets.length === 2 ? pair : undefined) ??
    matchSimple(written, withoutNotes) ??
    matchPair(written)
  )
}

function matchWhole(written: string): Heading | undefined {
  // "Player #" is not the player.
  const target = targetsByName.get(/#/.test(written) ? wordsOf(written).join('') : foldName(written))
  if (!target) return matchEastAsian(written.replace(/\s|[(（][\s\S]*$/g, ''))
  return { targets: [target], ...findUnit(target, wordsOf(written)) }
}

function matchEastAsian(name: string): Heading | undefined {
  const target = ownValue(eastAsianNames, name.replace(eastAsianParents, ''))
  if (!target || !eastAsianParents.test(name)) return target && { targets: [target] }
  const part = eastAsianParts[target]
  return part && { targets: [`contact1${part}`], owner: 'parent' }
}

function matchSimple(written: string, withoutNotes: string): Heading | undefined {
  const words = wordsOf(written)
  for (const candidate of [wordsOf(withoutNotes), words]) {
    const relevant = candidate.filter((word) => !noise.has(word))
    const bare = relevant.filter((word) => !Object.hasOwn(units, word))
    for (const [attempt, needsMeasure] of [
      [candidate, false],
      [relevant, false],
      [bare, true],
    ] as const) {
      const target = targetsByName.get(attempt.join(''))
      if (target && (!needsMeasure || target.startsWith('measured:')))
        return { targets: [target], ...findUnit(target, words) }
    }
  }
  return undefined
}

function findUnit(target: SimpleTarget, words: readonly string[]): { unit?: WrittenUnit } {
  if (!target.startsWith('measured:') || target.includes('.')) return {}
  const possible = unitsOfMeasurable(target.slice(9) as Measurable)
  const found = [...new Set(words.flatMap((word) => ownValue(units, word) ?? []))].filter((unit) =>
    possible.includes(unit),
  )
  // "Height (ft in)" names both.
  const [unit] = found.includes('ft') ? ['ft' as const] : found
  return unit ? { unit } : {}
}

const pairs: readonly (readonly string[])[] = [
  ['hometown', 'school', 'state', 'country'],
  ['positions', 'classYear'],
  ['positions', 'sport'],
  ['email', 'phone'],
  ['measured:height', 'measured:weight'],
]
const isPair = (targets: readonly SimpleTarget[]) =>
  pairs.some((together) => targets.every((target) => together.includes(target)))

/** "Hometown/High School" and "Ht/Wt" hold two values. */
function matchPair(written: string): Heading | undefined {
  const [, before, inside] = /^([^(]+)\(([^)]+)\)$/.exec(written) ?? []
  const parts = before && inside ? [before, inside] : written.split(/(?<!\s)\s*[/&+|,\n-]\s*|(?<!\s)\s+and\s+/i)
  const [one, two, ...more] = parts.map((part) => matchWhole(part) ?? matchSimple(part, part))
  if (!one || !two || more.length > 0) return undefined
  const targets = [one.targets[0], two.targets[0]] as const
  if (targets[0] !== targets[1] && !isPair(targets)) return undefined
  if (targets[0] === targets[1]) return one
  if (targets.includes('hometown') && targets.includes('state')) return { targets: ['hometown'] }
  return { targets: [...targets] }
}

const platforms: Record<string, SocialPlatform> = {
  instagram: 'instagram',
  insta: 'instagram',
  ig: 'instagram',
  tiktok: 'tiktok',
  tt: 'tiktok',
  twitter: 'x',
  x: 'x',
  youtube: 'youtube',
  yt: 'youtube',
  facebook: 'facebook',
  twitch: 'twitch',
}
const accountWords = new Set(
  'handle username user name account url link profile page id at social media channel com tag number count'.split(' '),
)
const followerWords = new Set(['followers', 'follower', 'subscribers', 'subs', 'fans'])

/** "IG handle", "X / Twitter", "TikTok followers". */
function matchSocial(words: readonly string[]): Heading | undefined {
  const joined = words.join(' ').replace('tik tok', 'tiktok').replace('you tube', 'youtube').split(' ')
  const found = new Set(joined.flatMap((word) => ownValue(platforms, word) ?? []))
  const isAccount = (word: string) =>
    Object.hasOwn(platforms, word) || accountWords.has(word) || followerWords.has(word) || noise.has(word)
  const [platform] = found
  if (!platform || found.size > 1 || !joined.every(isAccount)) return undefined
  return { targets: [joined.some((word) => followerWords.has(word)) ? `followers:${platform}` : `social:${platform}`] }
}

const ownerWords: Record<string, string> = {
  mother: 'mother',
  mom: 'mother',
  mum: 'mother',
  mutter: 'mother',
  madre: 'mother',
  mere: 'mother',
  father: 'father',
  dad: 'father',
  vater: 'father',
  padre: 'father',
  pere: 'father',
  stepmother: 'stepmother',
  stepmom: 'stepmother',
  stepfather: 'stepfather',
  stepdad: 'stepfather',
  parent: 'parent',
  parents: 'parent',
  eltern: 'parent',
  elternteil: 'parent',
  padres: 'parent',
  guardian: 'parent',
  guardians: 'parent',
  erziehungsberechtigte: 'parent',
  erziehungsberechtigter: 'parent',
  tutor: 'parent',
  tuteur: 'parent',
  representant: 'parent',
  responsable: 'parent',
  emergency: 'emergency',
  emerg: 'emergency',
  ice: 'emergency',
  notfallkontakt: 'emergency',
  coach: 'coach',
  coachs: 'coach',
  contact: 'contact',
  kontakt: 'contact',
  contacto: 'contact',
}
const partWords: Record<string, ContactPart> = {
  name: 'Name',
  names: 'Name',
  nombre: 'Name',
  nom: 'Name',
  email: 'Email',
  mail: 'Email',
  correo: 'Email',
  courriel: 'Email',
  phone: 'Phone',
  cell: 'Phone',
  cellphone: 'Phone',
  mobile: 'Phone',
  tel: 'Phone',
  telephone: 'Phone',
  telefon: 'Phone',
  telefono: 'Phone',
  handy: 'Phone',
  movil: 'Phone',
  celular: 'Phone',
  cel: 'Phone',
  portable: 'Phone',
  relation: 'Relation',
  relationship: 'Relation',
  rel: 'Relation',
}
const contactNoise = new Set(
  's e the of to and or y et und info information person primary legal full address adresse electronico number no athlete player student hs high school club travel asst assistant head de del la le du'.split(
    ' ',
  ),
)
const ordinals: Record<string, number> = { first: 1, '1st': 1, secondary: 2, second: 2, '2nd': 2, third: 3, '3rd': 3 }

/** "Mother’s cell", "Parent/Guardian 2 Email", "Contact 1 Email 1". */
function matchContact(words: readonly string[]): Heading | undefined {
  if (words.length === 0) return undefined
  const owners = new Set<string>()
  let part: ContactPart | undefined
  let numberOfOwner = 0
  let numberOfPart = 1
  const isNamePart = /(first|last)name/.test(words.join(''))
  for (const word of words) {
    const owner = ownValue(ownerWords, word)
    const nextPart = ownValue(partWords, word)
    if (owner) owners.add(owner)
    else if (nextPart && nextPart !== 'Name' && (part === undefined || part === 'Name')) part = nextPart
    else if (nextPart) part ??= nextPart
    else if (/^\d$/.test(word) && part === undefined) numberOfOwner = Number(word)
    else if (/^\d$/.test(word)) numberOfPart = Number(word)
    else if (isNamePart && (word === 'first' || word === 'last')) continue
    else if (Object.hasOwn(ordinals, word)) numberOfOwner = ownValue(ordinals, word) ?? 0
    else if (!contactNoise.has(word)) return undefined
  }
  const isRelationOnly = owners.size === 0 && part === 'Relation'
  if (owners.size === 0 && !isRelationOnly) return undefined
  // "Email parent 2": the number follows the owner.
  if (
    numberOfOwner === 0 &&
    numberOfPart > 1 &&
    /^\d$/.test(words.at(-1) ?? '') &&
    Object.hasOwn(ownerWords, words.at(-2) ?? '')
  ) {
    ;[numberOfOwner, numberOfPart] = [numberOfPart, 1]
  }
  if (numberOfPart > 1) return undefined
  if (owners.size > 1) owners.delete('contact')
  // "Mother/Father" is one contact.
  const who = owners.has('mother') && owners.has('father') ? 'parent' : ([...owners][0] ?? 'contact')
  const owner = numberOfOwner > 0 ? `${who} ${numberOfOwner}` : who
  return { targets: [`contact1${part ?? 'Name'}`], owner, ...(isNamePart && { isNamePart }) }
}
