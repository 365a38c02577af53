import { ownValue } from '../own-value.ts'
import { type Token, tokenize } from './tokens.ts'

/** Short forms of the trade and of chats, by the stem of the word. */
const abbreviations: Readonly<Record<string, string>> = {
  pmt: 'payment',
  pymt: 'payment',
  inv: 'invoice',
  agmt: 'agreement',
  agrmt: 'agreement',
  acct: 'account',
  amt: 'amount',
  rcpt: 'receipt',
  txn: 'transaction',
  reimb: 'reimbursement',
  commish: 'commission',
  rcvd: 'received',
  recd: 'received',
  mgr: 'manager',
  mgmt: 'management',
  mktg: 'marketing',
  equip: 'equipment',
  biz: 'business',
  ppl: 'people',
  uni: 'university',
  bball: 'basketball',
  hoops: 'basketball',
  vball: 'volleyball',
  inelig: 'ineligible',
  ht: 'height',
  wt: 'weight',
  bday: 'birthday',
  dob: 'birthday',
  prev: 'previous',
  curr: 'current',
  wk: 'week',
  mo: 'month',
  mth: 'month',
  qtr: 'quarter',
  yr: 'year',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  yday: 'yesterday',
  ltm: 'last 12 months',
  ttm: 'last 12 months',
  eod: 'today',
  eow: 'end of week',
  eom: 'end of month',
  eoq: 'end of quarter',
  eoy: 'end of year',
  fortnight: '2 weeks',
}
/** Only right after a number: 30d. */
const attachedUnits: Readonly<Record<string, string>> = { d: 'day', w: 'week', y: 'year' }

/** Tokens with short forms written out. Names stay as they are. */
export function expandAbbreviations(tokens: readonly Token[], isName: (token: Token) => boolean): Token[] {
  return tokens.flatMap((token, index) => {
    const isUnit = token.isAttached && tokens[index - 1]?.number !== undefined
    const full = (isUnit ? ownValue(attachedUnits, token.stem) : undefined) ?? ownValue(abbreviations, token.stem)
    if (full === undefined || isName(token)) return [token]
    const { start, end } = token
    return tokenize(full).map((word) => ({ ...word, start, end }))
  })
}
