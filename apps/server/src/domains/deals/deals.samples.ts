import { randomUUID } from 'node:crypto'
import type { agreementOperations } from '@sherpa/contracts/agreement-operations'
import type { dealLinkOperations } from '@sherpa/contracts/deal-link-operations'
import type { dealOperations } from '@sherpa/contracts/deal-operations'
import type { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import type { paydayOperations } from '@sherpa/contracts/payday-operations'
import type { Samples } from '../../../test/samples.ts'
import { emptyTerms } from './terms.ts'

const terms = {
  startsOn: null,
  endsOn: null,
  category: null,
  exclusivity: { kind: 'none' },
  territory: { kind: 'us' },
} as const

const payment = {
  id: '0193a1b2-0000-7000-8000-000000000004',
  kind: 'base',
  title: 'Signing payment',
  amountMinor: 60_000,
  inKind: false,
  schedule: { kind: 'signing', offset: { amount: 0, unit: 'days' } },
} as const

const signature = {
  number: 1,
  hash: '0'.repeat(64),
  name: 'Jonah Okoye',
  agrees: true,
} as const

const outside = { token: 'unknown' }
const reassignment = {
  ...{ name: 'Ben Ito', title: null, email: 'ben@tarn.example' },
  ...{ askedAt: '2026-11-16T15:00:00.000Z', refusedAt: null },
}

export const samples: Samples<
  typeof dealOperations &
    typeof dealLinkOperations &
    typeof dealWorkOperations &
    typeof paydayOperations &
    typeof agreementOperations
> = {
  // Athlete and company reuse the organization's id, so sample bodies can refer to them.
  async parameters(owner, { organization }) {
    const [deal, keyDate, deliverable, document, link] = Array.from({ length: 5 }, () => randomUUID())
    await owner.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $1, 'Halden Sportswear', 'brand') on conflict do nothing",
      [organization],
    )
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, $1, 'Jonah', 'Okoye', 'pro', 'prospect') on conflict do nothing`,
      [organization],
    )
    await owner.query(
      `insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, currency, athlete_name, company_name)
       values ($1, $2, $1, $1, 'nil', 'Fall line', 'draft', 'USD', 'Jonah Okoye', 'Halden Sportswear')`,
      [organization, deal],
    )
    await owner.query(
      `insert into deal_versions (organization_id, deal_id, number, stage, title, company_id, terms)
       values ($1, $2, 1, 'draft', 'Fall line', $1, $3)`,
      [organization, deal, emptyTerms('USD')],
    )
    const rule = {
      id: randomUUID(),
      kind: 'option',
      title: 'Option to extend',
      effect: '',
      anchor: { kind: 'termEnd' },
      offset: { amount: -90, unit: 'days' },
      zone: 'America/New_York',
      reminders: [14],
    }
    await owner.query(
      `insert into key_dates (organization_id, id, deal_id, athlete_id, rule_id, title, kind, rule, day)
       values ($1, $2, $3, $1, 'a', 'Option to extend', 'option', $4, now())`,
      [organization, keyDate, deal, rule],
    )
    await owner.query(
      `insert into deliverables (organization_id, id, deal_id, athlete_id, rule_id, position, title, state)
       values ($1, $2, $3, $1, 'a', 1, 'Post', 'submitted')`,
      [organization, deliverable, deal],
    )
    await owner.query(
      `insert into deal_documents (organization_id, id, deal_id, kind, name, type, storage_key, size, sha256)
       values ($1, $2, $3, 'document', 'Notes.txt', 'text/plain', gen_random_uuid(), 1, '')`,
      [organization, document, deal],
    )
    await owner.query(
      `insert into deal_links (organization_id, id, deal_id, number, purpose, token_hash, name, email, sent_at, reassignment)
       values ($1, $2, $3, 1, 'signature', sha256($4), 'Sofia Brandt', 'sofia@halden.example', now(), $5)`,
      [organization, link, deal, Buffer.from(`${link}`), reassignment],
    )
    return { deal, keyDate, deliverable, document, link, event: 'mlb-world-series-end-2026' } as Record<string, string>
  },
  queries: {
    suggestFee: '?kind=nil',
    ending: '?action=decline',
    availability: '?from=2026-11-01&until=2026-12-31',
    calendar: '?from=2026-11-01&until=2026-12-31',
  },
  needs: { proveDeliverable: 'deals.edit', proveDeliverableByFile: 'deals.edit', dealDocumentAddress: 'money.view' },
  bodies: {
    findConflicts: ({ organization }) => ({ athleteId: organization, companyId: organization, terms }),
    addDeal: ({ organization }) => ({
      athleteId: organization,
      companyId: organization,
      kind: 'nil',
      terms: { payments: [payment] },
    }),
    changeDeal: () => ({ version: 1, changes: { title: 'Winter line' } }),
    submitDeal: () => ({ version: 1 }),
    enterDeal: ({ organization }, proof) => ({
      version: 1,
      signedOn: '2024-03-18',
      documentId: organization,
      received: [],
      ...proof,
    }),
    shareDeal: () => ({ version: 1 }),
    setSelfApproval: () => ({ allowed: true }),
    setSendAfterApproval: () => ({ on: true }),
    decideDeal: () => ({ number: 1, decision: 'approved', comment: null }),
    allowConflict: () => ({ number: 1, reason: 'Both agree.' }),
    liftObjection: () => ({ reason: 'Talked to the guardian.' }),
    objectAsGuardian: () => ({ number: 1, text: 'Too many days off school.' }),
    signDeal: (_place, proof) => ({ ...signature, ...proof }),
    moveDeal: () => ({ version: 1, move: 'decline', comment: null }),
    changeDealPaydays: () => ({ version: 1, schedules: [{ ruleId: 'base-2026', schedule: null }] }),
    finishKeyDate: () => ({ version: 1, proof: null }),
    correctLeagueEvent: () => ({ day: '2026-11-01' }),
    proveDeliverable: () => ({ link: 'https://social.example/p/1', note: null }),
    proveDeliverableByFile: () => 'A text',
    decideDeliverable: () => ({ version: 1, decision: 'accepted', comment: null }),
    addDealDocument: () => 'A text',
    confirmSignedPaper: (_place, proof) => ({ side: 'company', signer: 'Sofia Brandt', number: 1, ...proof }),
    addSignedPaper: () => 'A text',
    setDealContract: () => 'A text',
    sendDealLink: () => ({
      purpose: 'signature',
      number: 1,
      name: 'Sofia',
      title: null,
      email: 'sofia@halden.example',
    }),
    decideReassignment: () => ({ email: reassignment.email, decision: 'refused' }),
    lookUpDealLink: () => outside,
    openDealLink: () => outside,
    sendLinkCode: () => outside,
    signByLink: () => ({ ...outside, code: '123456', hash: '0'.repeat(64), name: 'Sofia', title: 'CMO', agrees: true }),
    requestChangesByLink: () => ({ ...outside, code: '123456', text: 'A shorter term.' }),
    declineByLink: () => ({ ...outside, code: '123456', text: null }),
    reassignLink: () => ({
      ...outside,
      code: '123456',
      name: 'Ben Ito',
      title: 'General Counsel',
      email: 'ben@halden.example',
    }),
    confirmLinkDevice: () => ({ ...outside, code: '123456' }),
    linkDocumentAddress: () => outside,
    checkDocument: () => ({ sha256: '0'.repeat(64) }),
    signAsGuardian: (_place, proof) => ({ ...signature, ...proof }),
    addDealNote: () => ({ text: 'Called Sofia.' }),
    setApprovalChains: () => ({
      chains: [
        {
          kind: 'nil',
          fromMinor: 60_000,
          steps: [{ name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' }],
        },
      ],
    }),
    addAgreement: () => ({
      startsOn: '2026-01-01',
      endsOn: null,
      scope: ['nil'],
      fees: { nil: { flatMinor: 60_000 } },
      agents: [],
      note: null,
    }),
    changeAgreement: () => ({ version: 1, changes: { note: 'Renewed.' } }),
    addAgreementDocument: () => 'A text',
    signAgreement: (_place, proof) => ({ version: 1, signedOn: '2024-03-18', ...proof }),
    confirmAgreement: () => ({ version: 1 }),
    endAgreement: () => ({ version: 1, endedOn: '2026-06-30' }),
  },
}
