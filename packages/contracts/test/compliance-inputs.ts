import type {
  AgreementInput,
  DealInput,
  JudgedAgreement,
  JudgedAthlete,
  JudgedCompany,
  JudgedDeal,
  JudgedOrganization,
} from '../src/compliance/judgment.ts'
import type { DealTerms } from '../src/deal.ts'
import type { PaymentRule } from '../src/payment-schedule.ts'

const noon = (day: string) => `${day}T17:00:00.000Z`
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const school = { id: id(1), name: 'Lakemont University', state: 'KY', athleticDirectorEmail: 'ad@lakemont.test' }

export const payment = (dollars: number, changes: Partial<PaymentRule> = {}): PaymentRule => ({
  id: id(2),
  kind: 'base',
  title: 'Payment',
  amountMinor: dollars * 100,
  inKind: false,
  schedule: { kind: 'signing', offset: { amount: 0, unit: 'days' } },
  ...changes,
})

export const terms = (changes: Partial<DealTerms> = {}): DealTerms => ({
  startsOn: '2026-11-01',
  endsOn: '2027-10-31',
  category: 'footwear',
  exclusivity: { kind: 'none' },
  territory: { kind: 'us' },
  usageRights: null,
  businessPurpose: 'Launch of the trail shoe in the Southeast',
  payor: { name: 'Ana Ortiz', title: null, email: 'ana@halden.test' },
  deliverables: [
    {
      id: id(3),
      title: 'Launch post',
      platform: 'Instagram',
      count: 1,
      dueOn: '2026-12-01',
      disclosureTag: '#ad',
      activates: 'image',
    },
  ],
  keyDates: [],
  currency: 'USD',
  payments: [payment(5_000)],
  fee: { rateMillionths: 30_000 },
  years: null,
  ...changes,
})

export const company = (changes: Partial<JudgedCompany> = {}): JudgedCompany => ({
  id: id(10),
  name: 'Halden',
  kind: 'brand',
  category: 'footwear',
  owner: id(10),
  associatedSchools: [],
  rightsPartnerOf: [],
  league: null,
  country: null,
  ...changes,
})

export const deal = (changes: Partial<JudgedDeal> = {}): JudgedDeal => ({
  id: id(20),
  kind: 'nil',
  stage: 'signed',
  company: company(),
  terms: terms(),
  agreedOn: '2026-11-16',
  amountUnknown: false,
  signedByGuardian: false,
  attestation: null,
  disclosedToSchool: false,
  ...changes,
})

export const athlete = (changes: Partial<JudgedAthlete> = {}): JudgedAthlete => ({
  id: id(30),
  birthDate: '2006-03-01',
  level: 'college',
  sport: 'football',
  state: 'TN',
  country: 'US',
  classYear: 2028,
  division: 'ncaa-1',
  enrolledOn: '2024-08-20',
  juniorYearOn: '2022-08-15',
  school,
  hasGuardian: false,
  ...changes,
})

export const agreement = (changes: Partial<JudgedAgreement> = {}): JudgedAgreement => ({
  id: id(40),
  signedAt: '2026-11-16T17:00:00.000Z',
  signedOn: '2026-11-16',
  startsOn: '2026-11-16',
  endsOn: null,
  scope: ['contract', 'nil'],
  fees: { contract: { rateMillionths: 30_000 } },
  feePayor: 'athlete',
  agents: [{ id: id(41), name: 'Mateo Rivas', licenses: [{ state: 'KY', from: '2026-01-01', until: '2027-12-31' }] }],
  signedByGuardian: false,
  hasDocument: true,
  nextEventOn: null,
  ...changes,
})

export const organization = (changes: Partial<JudgedOrganization> = {}): JudgedOrganization => ({
  kind: 'agency',
  zone: 'America/New_York',
  sponsors: [],
  ...changes,
})

const TODAY = '2026-11-18'

export const dealInput = (changes: Partial<DealInput> = {}): DealInput => ({
  subject: 'deal',
  deal: deal(),
  athlete: athlete(),
  otherDeals: [],
  agreement: agreement(),
  organization: organization(),
  today: TODAY,
  now: noon(changes.today ?? TODAY),
  ...changes,
})

export const agreementInput = (changes: Partial<AgreementInput> = {}): AgreementInput => ({
  subject: 'agreement',
  agreement: agreement(),
  athlete: athlete(),
  organization: organization(),
  today: TODAY,
  now: noon(changes.today ?? TODAY),
  ...changes,
})
