import { formatMoney } from '@sherpa/contracts/currency'
import { shortDay, spokenDay } from '@sherpa/contracts/days'
import { type DealTerms, dealKinds } from '@sherpa/contracts/deal'
import type { Attestation, DisclosureForm, Packet, PacketCheck, PacketField } from '@sherpa/contracts/disclosure'
import { ATTESTATION_DAYS } from '@sherpa/contracts/disclosure-clock'
import { type DisclosureKind, disclaimer } from '@sherpa/contracts/disclosure-state'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { ownValue } from '@sherpa/contracts/own-value'
import { paymentObligations } from '@sherpa/contracts/payment-obligations'
import { type SportId, sports } from '@sherpa/contracts/sports'
import { hashOf } from '../../canonical-json.ts'
import type { ReportableAgreement, ReportableDeal } from '../deals/deals.ts'

/** What compliance knows about athlete, school and payor. Null: unknown. */
export type ComplianceFacts = {
  school: string | null
  athleticDirectorEmail: string | null
  ncaaId: string | null
  /** Whether the payor is associated with the school, as a sentence. */
  association: string | null
}

export type PacketSource = {
  kind: DisclosureKind
  athlete: { name: string; email: string | null; sport: SportId | null; handles: string[] }
  organizationName: string
  deal: ReportableDeal | undefined
  agreement: ReportableAgreement | undefined
  facts: ComplianceFacts
  /** Values that an officer entered, by field. */
  answers: Record<string, string>
  fields: readonly { label: string; value: string | null; kind?: 'amount' | undefined }[]
  form: DisclosureForm['fields']
}

type Definition = { key: string; group: string; label: string; read: (source: PacketSource) => string | null }

/** In the order of the clearinghouse's form, as far as it is public. The organization can correct labels and order. */
const nilGo: readonly Definition[] = [
  { key: 'athleteName', group: 'Athlete', label: 'Athlete', read: ({ athlete }) => athlete.name },
  { key: 'schoolEmail', group: 'Athlete', label: 'School email', read: ({ athlete }) => athlete.email },
  { key: 'ncaaId', group: 'Athlete', label: 'NCAA ID', read: ({ facts }) => facts.ncaaId },
  { key: 'school', group: 'Athlete', label: 'School', read: ({ facts }) => facts.school },
  {
    key: 'sport',
    group: 'Athlete',
    label: 'Sport',
    read: ({ athlete }) => (athlete.sport ? sports[athlete.sport].name : null),
  },
  {
    key: 'handles',
    group: 'Athlete',
    label: 'Social handles',
    read: ({ athlete }) => athlete.handles.join(', ') || null,
  },
  { key: 'payorName', group: 'Payor', label: 'Legal name', read: ({ deal }) => deal?.company ?? null },
  { key: 'payorContact', group: 'Payor', label: 'Contact', read: ({ deal }) => describeContact(deal?.terms) },
  {
    key: 'association',
    group: 'Payor',
    label: 'Associated with the school',
    read: ({ facts }) => facts.association,
  },
  { key: 'dealValue', group: 'Deal', label: 'Deal value', read: ({ deal }) => describeValue(deal?.terms) },
  { key: 'term', group: 'Deal', label: 'Term', read: ({ deal }) => describeTerm(deal?.terms) },
  {
    key: 'obligations',
    group: 'Deal',
    label: 'Obligations',
    read: ({ deal }) => describeObligations(deal?.terms),
  },
  {
    key: 'purpose',
    group: 'Deal',
    label: 'Business purpose',
    read: ({ deal }) => deal?.terms.businessPurpose?.trim() || null,
  },
  {
    key: 'contract',
    group: 'Documents',
    label: 'Contract',
    read: ({ deal }) => nameContract(deal),
  },
]

const schoolNotice: readonly Definition[] = [
  { key: 'athleteName', group: 'Athlete', label: 'Athlete', read: ({ athlete }) => athlete.name },
  { key: 'school', group: 'Athlete', label: 'School', read: ({ facts }) => facts.school },
  {
    key: 'sport',
    group: 'Athlete',
    label: 'Sport',
    read: ({ athlete }) => (athlete.sport ? sports[athlete.sport].name : null),
  },
  { key: 'agency', group: 'Agency', label: 'Agency', read: ({ organizationName }) => organizationName },
  {
    key: 'agents',
    group: 'Agency',
    label: 'Agents',
    read: ({ agreement }) => listInWords((agreement?.agents ?? []).map(({ name }) => name)) || null,
  },
  {
    key: 'signedOn',
    group: 'Agreement',
    label: 'Signed on',
    read: ({ agreement }) => (agreement?.signature ? spokenDay(agreement.signature.signedOn) : null),
  },
  {
    key: 'scope',
    group: 'Agreement',
    label: 'Covers',
    read: ({ agreement }) => (agreement ? listInWords(agreement.scope.map((kind) => dealKinds[kind])) : null),
  },
  {
    key: 'term',
    group: 'Agreement',
    label: 'Term',
    read: ({ agreement }) => (agreement ? describeTerm(agreement) : null),
  },
]

/** Without amounts: the notice is visible without permission for money. */
const inAssociationNotice: ReadonlySet<string> = new Set([
  ...['athleteName', 'school', 'sport', 'payorName', 'term', 'obligations', 'purpose'],
])

/** Without amounts: the proposed contract goes with it. */
const inDisclosureToSchool: ReadonlySet<string> = new Set([
  ...['athleteName', 'school', 'payorName', 'term', 'obligations', 'contract'],
])

const selectFields = (keys: ReadonlySet<string>) =>
  nilGo
    .filter(({ key }) => keys.has(key))
    .map((field) => (field.key === 'payorName' ? { ...field, group: 'Deal', label: 'Company' } : field))

const definitions = {
  'nil-go': nilGo,
  'school-72h': schoolNotice,
  'state-association': selectFields(inAssociationNotice),
  'school-before-signing': selectFields(inDisclosureToSchool),
}
export type FormKind = keyof typeof definitions
export const isFormKind = (kind: string): kind is FormKind => Object.hasOwn(definitions, kind)

/** Fields that show personal data which needs permission. */
export const sensitiveFields: ReadonlySet<string> = new Set(['schoolEmail', 'ncaaId'])

/** Keys that the packet of this kind does not have. */
export function findUnknownFields(kind: DisclosureKind, keys: readonly string[]) {
  const known = isFormKind(kind) ? definitions[kind].map(({ key }) => key) : []
  return keys.filter((key) => !known.includes(key))
}

/** The default fields in the order and with the labels of the organization. New ones come last. */
export function arrangeForm(kind: FormKind, form: DisclosureForm['fields']) {
  const known = new Map(definitions[kind].map((field) => [field.key, field]))
  const arranged = form.flatMap(({ key, label }) => {
    const field = known.get(key)
    known.delete(key)
    return field ? [{ ...field, label }] : []
  })
  return [...arranged, ...known.values()]
}

/** The packet as it would be filed now. */
export function buildPacket(source: PacketSource): Packet {
  const { kind, answers, deal } = source
  const fields: PacketField[] =
    kind === 'other'
      ? source.fields.map(({ label, value, kind }, index) => ({
          key: `own-${index}`,
          group: 'Report',
          label,
          value: value?.trim() || null,
          entered: true,
          ...(kind && { kind }),
        }))
      : arrangeForm(kind, source.form).map(({ key, group, label, read }) => {
          const [recorded, answer] = [read(source), ownValue(answers, key)]
          if (answer === undefined) return { key, group, label, value: recorded, entered: false }
          return { key, group, label, value: answer, entered: true, ...(recorded !== null && { recorded }) }
        })
  return { kind, athlete: source.athlete.name, dealNumber: deal?.number ?? null, fields, disclaimer }
}

export const hashOfPacket = (packet: Packet) => hashOf(packet)

/** Whether two packets report the same terms, whatever their labels and order. */
export function reportsSameTerms(one: Packet, other: Packet) {
  const terms = ({ fields }: Packet) =>
    new Map(fields.filter(({ group }) => group === 'Deal' || group === 'Payor').map(({ key, value }) => [key, value]))
  const [before, after] = [terms(one), terms(other)]
  return [...after].every(([key, value]) => before.get(key) === value)
}

/**
 * The answers that a revision carries: those whose record is the same as in the filed packet. Other answers would mask
 * the change. Packets of older releases do not say what the record said: their answers last while there is no record.
 */
export function carryAnswers(answers: Record<string, string>, filed: Packet | null, current: Packet) {
  const recordIn = (packet: Packet | null, key: string) => packet?.fields.find((field) => field.key === key)?.recorded
  return Object.fromEntries(Object.entries(answers).filter(([key]) => recordIn(filed, key) === recordIn(current, key)))
}

/** The faults that most often delay a clearance, in this order. */
export function checkPacket(
  { kind, fields }: Packet,
  {
    deal,
    attestation,
    isAttested,
  }: {
    deal: ReportableDeal | undefined
    attestation: Attestation | null
    isAttested: boolean
  },
): PacketCheck[] {
  if (kind !== 'nil-go') return []
  const read = (key: string) => fields.find((field) => field.key === key)?.value ?? null
  const isAsked = attestation !== null || isAttested
  const terms = checkTerms(deal?.terms, findDifferences(fields), isAsked)
  return [checkPurpose(read('purpose')), checkAttestation(attestation, isAttested), ...terms]
}

/** Fewer words name no product, audience and channel. */
const FEWEST_WORDS = 6

function checkPurpose(purpose: string | null): PacketCheck {
  if (!purpose) {
    return {
      id: 'purpose',
      fine: false,
      title: 'Business purpose is missing',
      detail: 'Say which product is promoted, to whom and how.',
    }
  }
  const isVague = purpose.split(/\s+/).length < FEWEST_WORDS
  return isVague
    ? {
        id: 'purpose',
        fine: false,
        title: 'Business purpose is vague',
        detail: `“${purpose}” names no product, audience or channel. Say which product is promoted, to whom and how.`,
      }
    : { id: 'purpose', fine: true, title: 'Business purpose', detail: 'Says what is promoted.' }
}

function checkAttestation(attestation: Attestation | null, isAttested: boolean): PacketCheck {
  const check = (fine: boolean, title: string, detail: string): PacketCheck => ({
    id: 'attestation',
    fine,
    title,
    detail,
  })
  if (isAttested) return check(true, 'Payor attested', 'Recorded with its day.')
  if (!attestation) return check(false, 'Payor not asked yet', 'Ask the payor’s contact, so that they attest in time.')
  const { name, answeredAt, openedAt, askedOn, presumed, mail } = attestation
  if (answeredAt) return check(true, 'Payor answered', `${name} answered. They still attest in the clearinghouse.`)
  if (mail === 'failed') return check(false, 'Mail to the payor failed', `Check the address of ${name}, and ask again.`)
  if (presumed) {
    return check(
      false,
      'No answer: association may be presumed',
      `${name} was asked on ${shortDay(askedOn)} and has not answered within ${ATTESTATION_DAYS} days. Call them.`,
    )
  }
  return check(
    true,
    'Payor can attest',
    `${name} was asked on ${shortDay(askedOn)}${openedAt ? ' and opened the link' : ''}.`,
  )
}

type Fault = { title: string; detail: string }

function checkTerms(terms: DealTerms | undefined, differences: readonly Fault[], isAsked: boolean): PacketCheck[] {
  const noTerms = { title: 'Terms are missing', detail: 'The deal has no terms.' }
  const faults = [...differences, ...(terms ? findFaults(terms, isAsked) : [noTerms])]
  return faults.length > 0
    ? faults.map((fault) => ({ id: 'terms', fine: false, ...fault }))
    : [{ id: 'terms', fine: true, title: 'Terms agree', detail: 'Amounts and dates match.' }]
}

/** People phrase a purpose better than the record, and checks do not show personal data. */
const notCompared: ReadonlySet<string> = new Set(['purpose', 'contract', ...sensitiveFields])
/** Read from records of the athlete and the company, not from the deal. */
const isOfRecord = ({ key, group }: PacketField) => group === 'Athlete' || key === 'association'

function findDifferences(fields: readonly PacketField[]): Fault[] {
  return fields.flatMap((field) => {
    const { key, value, recorded } = field
    if (notCompared.has(key) || !recorded || value === recorded) return []
    const source = isOfRecord(field) ? 'record' : 'deal'
    return [
      {
        title: `Packet differs from the ${source}`,
        detail: `The packet says ${value}, the ${source} says ${recorded}.`,
      },
    ]
  })
}

function findFaults({ startsOn, endsOn, deliverables, payments, years, payor }: DealTerms, isAsked: boolean): Fault[] {
  const isOutside = (day: string) => (startsOn && day < startsOn) || (endsOn && day > endsOn)
  const contradictions = [
    ...(startsOn && endsOn && endsOn < startsOn ? ['The term ends before it starts.'] : []),
    ...deliverables.flatMap(({ title, dueOn }) =>
      dueOn && isOutside(dueOn) ? [`“${title}” is due on ${shortDay(dueOn)}, outside of the term.`] : [],
    ),
    ...payments.flatMap(({ title, schedule }) =>
      schedule.kind === 'day' && startsOn && schedule.day < startsOn
        ? [`“${title}” is paid on ${shortDay(schedule.day)}, before the term starts.`]
        : [],
    ),
  ]
  return [
    ...(payments.length === 0 && !years
      ? [{ title: 'No payment is entered', detail: 'Add to the deal what the company pays.' }]
      : []),
    ...contradictions.map((detail) => ({ title: 'Terms contradict each other', detail })),
    ...(payor && !payor.email && !isAsked
      ? [{ title: 'Payor has no email address', detail: 'Add the address of the payor’s contact to the deal.' }]
      : []),
  ]
}

const nameContract = (deal: ReportableDeal | undefined) =>
  deal ? (deal.contract ?? `Version ${deal.number} in Sherpa`) : null

function describeContact(terms: DealTerms | undefined) {
  const payor = terms?.payor
  return payor ? [payor.name, payor.title, payor.email].filter(Boolean).join(', ') : null
}

/** In-kind and conditional payments count, too. */
function describeValue(terms: DealTerms | undefined) {
  if (!terms) return null
  const obligations = paymentObligations(terms)
  if (obligations.length === 0) return null
  const sumOf = (inKind: boolean) =>
    obligations.filter((one) => one.inKind === inKind).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const money = (minor: number) => formatMoney(minor, terms.currency, 'en-US')
  const [cash, inKind] = [sumOf(false), sumOf(true)]
  // Royalties without an estimate: unknown, not nothing.
  if (cash + inKind === 0) return null
  return inKind > 0 ? `${money(cash + inKind)}: ${money(cash)} cash, ${money(inKind)} in kind` : money(cash)
}

function describeTerm(terms: { startsOn: string | null; endsOn: string | null } | undefined) {
  if (!terms?.startsOn) return null
  return terms.endsOn
    ? `${shortDay(terms.startsOn)} to ${shortDay(terms.endsOn)}`
    : `From ${shortDay(terms.startsOn)}, open end`
}

function describeObligations(terms: DealTerms | undefined) {
  if (!terms) return null
  const deliverables = terms.deliverables.map(({ count, title, platform }) =>
    [count > 1 ? `${count} × ${title}` : title, platform && `(${platform})`].filter(Boolean).join(' '),
  )
  return [...deliverables, ...(terms.usageRights ? [terms.usageRights] : [])].join(', ') || null
}
