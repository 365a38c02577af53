import { randomUUID } from 'node:crypto'
import type { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import type { Samples } from '../../../test/samples.ts'
import { newLinkToken } from '../../mail/link-token.ts'

const noTerms = {
  startsOn: null,
  endsOn: null,
  category: null,
  exclusivity: { kind: 'none' },
  territory: { kind: 'worldwide' },
  usageRights: null,
  businessPurpose: null,
  payor: null,
  deliverables: [],
  keyDates: [],
  currency: 'USD',
  payments: [],
  fee: null,
  years: null,
}

export const samples: Samples<typeof disclosureOperations> = {
  async parameters(owner, { organization }) {
    const [disclosure, athlete, disclosureFile, reportedDeal] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await owner.query(
      "insert into athletes (organization_id, id, given_name, family_name, level, stage) values ($1, $2, 'Mara', 'Quinn', 'college', 'signed')",
      [organization, athlete],
    )
    await owner.query(
      `insert into disclosures (organization_id, id, kind, athlete_id, name, title, authority, fields, due_on, due_at)
       values ($1, $2, 'other', $3, 'Mara Quinn', 'State report', 'State board', '[{"label":"Reason","value":"New"}]', '2126-11-20', '2126-11-21')`,
      [organization, disclosure, athlete],
    )
    await owner.query(
      `insert into disclosure_files (organization_id, id, disclosure_id, name, type, storage_key, size, sha256)
       values ($1, $2, $3, 'Proof.pdf', 'application/pdf', 'none', 4, '\\x00')`,
      [organization, disclosureFile, disclosure],
    )
    await owner.query(
      `insert into deals (organization_id, id, athlete_id, athlete_name, company_id, company_name, kind, title, stage, currency, source, reported)
         values ($1, $2, $3, 'Mara Quinn', $1, 'Halden', 'nil', 'Mara Quinn × Halden', 'draft', 'USD', 'athlete',
           '{"company":"Halden","purpose":"Two posts","amountMinor":null,"agreedOn":null,"link":null,"at":"2026-11-16T12:00:00.000Z","state":"open","comment":null}')`,
      [organization, reportedDeal, athlete],
    )
    await owner.query(
      `insert into deal_versions (organization_id, deal_id, number, stage, title, company_id, terms)
       values ($1, $2, 1, 'draft', 'Mara Quinn × Halden', $1, $3)`,
      [organization, reportedDeal, noTerms],
    )
    return { disclosure, disclosureFile, reportedDeal, kind: 'nil-go' }
  },
  bodies: {
    addDisclosure: ({ organization }) => ({
      kind: 'other',
      athleteId: organization,
      title: 'State report',
      authority: 'State board',
      dueOn: '2126-11-20',
    }),
    assignDisclosures: ({ organization }) => ({ ids: [organization], preparerId: null }),
    exportPackets: ({ organization }) => ({ ids: [organization] }),
    changeDisclosure: () => ({ version: 1, changes: { authority: 'State board of agents' } }),
    moveDisclosure: () => ({ version: 1, move: 'prepare' }),
    addDisclosureFile: () => 'Received',
    sendSchoolNotice: () => ({ version: 1, email: 'director@school.example' }),
    askPayor: () => ({ version: 1, name: 'Dana Whitlock', email: 'dana@brand.example' }),
    enterFacts: ({ organization }) => ({ facts: [{ fact: 'athlete.division', id: organization, value: 'ncaa-1' }] }),
    previewFacts: ({ organization }) => ({ facts: [{ fact: 'athlete.division', id: organization, value: 'ncaa-1' }] }),
    setAsidePayorAnswer: () => ({ version: 1, reason: 'They named another school.' }),
    changeDisclosureForm: () => ({ version: 0, fields: [{ key: 'purpose', label: 'Purpose' }] }),
    lookUpAttestation: () => ({ token: newLinkToken(randomUUID()) }),
    openAttestation: () => ({ token: newLinkToken(randomUUID()) }),
    answerAttestation: () => ({
      token: newLinkToken(randomUUID()),
      owners: 'Dana Whitlock',
      relation: 'none',
      explanation: null,
    }),
    reportDeal: () => ({
      company: 'Kettle & Pine Coffee',
      purpose: 'Two posts about the winter blend',
      amountMinor: 120_000,
      agreedOn: null,
      link: null,
    }),
    addReportFile: () => 'Message of the company',
    decideReport: () => ({ decision: 'returned', comment: 'Who contacted you?' }),
  },
  queries: { disclosureFileContent: '?key=none' },
  needs: { decideReport: 'disclosures.edit', reportedDeals: 'deals.view' },
}
