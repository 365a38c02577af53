import { phraseTable } from './phrase-table.ts'
import { stemOf } from './tokens.ts'

/** Words without a meaning of their own. Negations and comparisons are never among them. */
const words = [
  'show me list find get give see view display pull fetch grab load listing rundown filter filtered narrow limit limited',
  'all every each any some both either everything anything something whichever whoever entire whole ones thing stuff',
  'of in at on for with by from to into as so if than then while during within up out about here among across',
  'that which who whose whom what where when how many much there these those it its they them their',
  'is are was were be been being do does did doing have has had having can could would should will shall might am',
  'we us ours i you your id im ive weve thats theres whos whats wheres hows gonna gotta wanna gimme lemme',
  'and or just only also too again even still yet already really actually basically simply maybe perhaps etc',
  'want need know tell ask say help wondering curious looking look search let lets go going got gotten',
  'hi hey hello thanks thank thx pls plz kindly ty tysm cheers ok okay quick quickly asap',
  'currently now presently nowadays rn atm',
  'info information record profile detail data',
  'due because sorted sort order ordered first single',
].join(' ')

export const stopWords = new Set(words.split(' ').map(stemOf))
/** Join values: "or" between values of one parameter, and its relatives. */
export const isJoint = (text: string) => /^(?:or|and|nor|,|\/|&|\+)$/.test(text)
export const isStop = (stem: string) => stopWords.has(stem) || !/[\p{L}\p{N}]/u.test(stem)

/** Phrases that say nothing, although their words may. */
export const idlePhrases = phraseTable<true>({
  'at moment|at present|right now|as of now|as of right now|for now|for time being|these days|at this time|at this point': true,
  'on file|on record|in system|in database|in sherpa|in app|on our books|in our books': true,
  'by any chance|if possible|if any|if you can|when you can|as soon as possible|for me|would like|like to|can you|bring up': true,
  'list of|number of|count of|name of|names of|report of|report on|summary of|overview of|breakdown of all|copy of': true,
  'as well|as well as|of course|real quick': true,
})
