import { stemOf } from './tokens.ts'

/** Words without a meaning of their own. Negations and comparisons are never among them. */
const words =
  'show me list find get give see view display all every each any some of in at on for with by from to that which who whose whom what where when how many much is are was were be been being do does did have has had we us i it its they them their there these those and or can could would should will shall want need know tell hi hey hello currently ones as so if just only also still yet already really everything anything something whos whats looking look search up out about here into then than while during within us you your thanks thank ok let lets go going got am id im ive weve been due because sorted sort order ordered first single'

export const stopWords = new Set(words.split(' ').map(stemOf))
/** Join values: "or" between values of one parameter, and its relatives. */
export const isJoint = (text: string) => /^(?:or|and|nor|,|\/|&|\+)$/.test(text)
export const isStop = (stem: string) => stopWords.has(stem) || !/[\p{L}\d]/u.test(stem)
