import { ownValue } from '@sherpa/contracts/own-value'
import { withoutMarks } from '../../../tables/read-text.ts'

/** Full given names with their common short forms. A short form can belong to several names. */
const shortForms: Record<string, string> = {
  aaron: 'ron',
  abigail: 'abby abbie gail',
  abraham: 'abe bram',
  albert: 'al bert albie',
  alexander: 'al alec alex lex xander zander sasha sandy',
  alexandra: 'alex alexa lexi sandra sasha sandy',
  alexis: 'alex lexi',
  alfred: 'al alf fred freddie',
  allison: 'ali allie',
  alison: 'ali allie',
  amanda: 'mandy',
  andrea: 'andi drea',
  andrew: 'andy drew',
  angela: 'angie',
  anthony: 'tony ant',
  antonio: 'tony toni',
  arthur: 'art artie',
  ashley: 'ash',
  barbara: 'barb babs',
  benjamin: 'ben benny benji',
  bernard: 'bernie',
  bradley: 'brad',
  bradford: 'brad',
  brandon: 'bran',
  brendan: 'bren',
  calvin: 'cal',
  cameron: 'cam',
  carolina: 'caro',
  caroline: 'carrie carol',
  cassandra: 'cass cassie',
  catherine: 'cat cathy kate katie',
  charles: 'charlie chuck chas',
  charlotte: 'charlie lottie',
  christian: 'chris',
  christina: 'chris chrissy tina christie',
  christine: 'chris chrissy christie',
  christopher: 'chris kit topher',
  clifford: 'cliff',
  clinton: 'clint',
  cynthia: 'cindy',
  daniel: 'dan danny',
  danielle: 'dani',
  david: 'dave davey',
  deborah: 'deb debbie',
  demetrius: 'meech',
  dennis: 'denny',
  dominic: 'dom nic',
  dominique: 'dom',
  donald: 'don donny donnie',
  douglas: 'doug',
  edward: 'ed eddie ted ned',
  eduardo: 'eddie lalo',
  edwin: 'ed eddie',
  elijah: 'eli lije',
  elizabeth: 'liz lizzie beth betsy betty eliza ellie libby lisa',
  emily: 'em emmy',
  emmanuel: 'manny',
  enrique: 'kike',
  eugene: 'gene',
  evan: 'ev',
  ezekiel: 'zeke',
  francis: 'frank fran frankie',
  francisco: 'paco pancho frank cisco',
  franklin: 'frank frankie',
  frederick: 'fred freddie rick',
  gabriel: 'gabe',
  gabriella: 'gabby ella',
  gabrielle: 'gabby elle',
  geoffrey: 'geoff jeff',
  george: 'georgie',
  gerald: 'gerry jerry',
  gregory: 'greg',
  guillermo: 'memo',
  gustavo: 'gus',
  harold: 'hal harry',
  harrison: 'harry',
  henry: 'hank harry hal',
  herbert: 'herb',
  howard: 'howie',
  ignacio: 'nacho',
  isaac: 'ike zac',
  isabella: 'bella izzy',
  isabelle: 'belle izzy',
  isaiah: 'zay ike',
  jackson: 'jack',
  jacob: 'jake',
  jacqueline: 'jackie',
  james: 'jim jimmy jamie',
  jason: 'jay',
  jasmine: 'jazz',
  jeffery: 'jeff',
  jeffrey: 'jeff',
  jennifer: 'jen jenny jenn',
  jeremiah: 'jerry jem',
  jeremy: 'jem',
  jerome: 'jerry',
  jessica: 'jess jessie',
  john: 'jack johnny jon',
  jonathan: 'jon jonny nathan john johnny',
  jonathon: 'jon jonny',
  jordan: 'jordy',
  jose: 'pepe',
  joseph: 'joe joey',
  josephine: 'jo josie',
  joshua: 'josh',
  judith: 'judy',
  julian: 'jules',
  justin: 'jus',
  katherine: 'kate kathy katie kat kathie kay',
  kathleen: 'kathy kate katie',
  kathryn: 'kate kathy katie kat',
  kenneth: 'ken kenny',
  kevin: 'kev',
  kimberly: 'kim',
  kristen: 'kris',
  kristina: 'kris tina',
  kristopher: 'kris',
  lawrence: 'larry lawrie',
  leonard: 'leo len lenny',
  leonardo: 'leo',
  leroy: 'roy',
  lillian: 'lily lil',
  louis: 'lou louie',
  lucas: 'luke',
  luis: 'lou',
  mackenzie: 'kenzie mack',
  madeline: 'maddie',
  madison: 'maddie',
  magdalena: 'lena magda',
  malcolm: 'mal',
  marcus: 'marc',
  margaret: 'maggie meg peggy marge greta',
  maria: 'mia',
  marshall: 'marsh',
  martin: 'marty',
  matthew: 'matt matty',
  maurice: 'mo reese',
  maximilian: 'max',
  maxwell: 'max',
  megan: 'meg',
  melissa: 'mel missy',
  micah: 'mike',
  michael: 'mike mikey mick mickey micky',
  michelle: 'shelly mich',
  miguel: 'mike',
  mitchell: 'mitch',
  mohamed: 'mo',
  mohammed: 'mo',
  muhammad: 'mo',
  nancy: 'nan',
  natalie: 'nat',
  nathan: 'nate',
  nathaniel: 'nate nathan nat',
  nicholas: 'nick nicky nico',
  nicolas: 'nick nico',
  nicole: 'nicky nikki',
  oliver: 'ollie',
  olivia: 'liv livvy',
  oscar: 'ozzie',
  pamela: 'pam',
  patricia: 'pat patty tricia trish',
  patrick: 'pat paddy',
  peter: 'pete',
  philip: 'phil',
  phillip: 'phil',
  rachel: 'rach',
  raymond: 'ray',
  rebecca: 'becca becky',
  reginald: 'reggie reg',
  ricardo: 'rick ricky',
  richard: 'rich rick ricky dick richie',
  robert: 'bob bobby rob robbie bert',
  roberto: 'beto rob',
  roderick: 'rod rick',
  rodney: 'rod',
  roland: 'rollie',
  ronald: 'ron ronny ronnie',
  russell: 'russ',
  samantha: 'sam sammy',
  samuel: 'sam sammy',
  santiago: 'santi',
  sarah: 'sally',
  savannah: 'sav',
  sebastian: 'seb bastian',
  stanley: 'stan',
  stephanie: 'steph',
  stephen: 'steve stevie steph',
  steven: 'steve stevie',
  stuart: 'stu',
  susan: 'sue susie',
  suzanne: 'sue suzie',
  sylvester: 'sly',
  terrance: 'terry',
  terrell: 'rell',
  terrence: 'terry',
  theodore: 'theo ted teddy',
  theresa: 'terry tess',
  thomas: 'tom tommy',
  timothy: 'tim timmy',
  tobias: 'toby',
  travis: 'trav',
  tyler: 'ty',
  tyrone: 'ty',
  valerie: 'val',
  vanessa: 'nessa',
  veronica: 'ronnie',
  victor: 'vic',
  victoria: 'vicky tori',
  vincent: 'vince vinny',
  virginia: 'ginny',
  walter: 'walt wally',
  wesley: 'wes',
  wilfred: 'will fred',
  william: 'will bill billy willie liam',
  zachariah: 'zach zack',
  zachary: 'zach zack zac',
}

const fullNamesByForm = new Map<string, Set<string>>()
for (const [full, forms] of Object.entries(shortForms)) {
  for (const form of [full, ...forms.split(' ')]) {
    fullNamesByForm.set(form, (fullNamesByForm.get(form) ?? new Set()).add(full))
  }
}

const specialLetters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Folded for comparison in every script: no case, accents, spaces or punctuation. */
export const normalizeName = (name: string) =>
  withoutMarks(name)
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => ownValue(specialLetters, letter) ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')

const splitNames = (given: string) =>
  given
    .split(/[\s.]+/)
    .map(normalizeName)
    .filter((name) => name !== '')

/** The first given name: "John A." is "john". */
export const firstNameOf = (given: string) => splitNames(given)[0] ?? normalizeName(given)

/** Full names that a given name can stand for; at least itself. */
export function fullNamesOf(first: string): string[] {
  return [...(fullNamesByForm.get(first) ?? []), first].filter((name, at, all) => all.indexOf(name) === at)
}

/** Given names that can belong to the same person: Mike and Michael, not Michael and Mitchell. */
export function listVariants(first: string): string[] {
  const full = new Set(fullNamesByForm.get(first) ?? [first])
  const forms = [...full].flatMap((name) => [name, ...(ownValue(shortForms, name)?.split(' ') ?? [])])
  return [...new Set([first, ...forms])]
}

const isSameFirstName = (one: string, other: string) => one === other || listVariants(one).includes(other)
const isInitial = (name: string, of: string) =>
  name.length === 1 && /\p{Script=Latin}/u.test(name) && of.startsWith(name)
const fits = (one: string, other: string) =>
  isSameFirstName(one, other) || isInitial(one, other) || isInitial(other, one)

/** Whether given names do not contradict: equal, short forms, initials, or with a middle name. */
export function isSameGivenName(one: string, other: string) {
  if (normalizeName(one) === normalizeName(other)) return true
  const [first = '', ...middle] = splitNames(one)
  const [otherFirst = '', ...otherMiddle] = splitNames(other)
  if (!fits(first, otherFirst)) return false
  return middle.every((name, at) => otherMiddle[at] === undefined || fits(name, otherMiddle[at] ?? ''))
}

/** Without Jr. or III. */
export const withoutGeneration = (family: string) => family.replace(/(?<![\s,])[\s,]+(jr|sr|i{2,3}|iv|v)\.?$/i, '')
export const familyKeyOf = (family: string) => normalizeName(withoutGeneration(family))

/** Family names with another generation (Jr., III) or an initial count as equal. */
export function isSameFamilyName(one: string, other: string) {
  const [first, second] = [familyKeyOf(one), familyKeyOf(other)]
  return first === second || isInitial(first, second) || isInitial(second, first)
}

/** Whether given names could be two spellings of one: Jon and John, Kaia and Kaya. */
export function isSimilarGivenName(one: string, other: string) {
  const [first, second] = [firstNameOf(one), firstNameOf(other)]
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  if (long.startsWith(short)) return true
  const limit = long.length >= 5 ? 2 : 1
  return long.length - short.length <= limit && short[0] === long[0] && isWithinEdits(short, long, limit)
}

/** Whether a few letters, added, removed or replaced, make one name the other. */
function isWithinEdits(one: string, other: string, most: number): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  if (rest === '' || otherRest === '') return rest.length + otherRest.length <= most
  if (most === 0) return false
  return (
    isWithinEdits(rest.slice(1), otherRest.slice(1), most - 1) ||
    isWithinEdits(rest, otherRest.slice(1), most - 1) ||
    isWithinEdits(rest.slice(1), otherRest, most - 1)
  )
}
