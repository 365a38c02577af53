import { randomUUID } from 'node:crypto'
import type { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import type { Samples } from '../../../test/samples.ts'
import { newLinkToken } from '../../mail/link-token.ts'

export const samples: Samples<typeof disclosureOperations> = {
  async parameters(owner, { organization }) {
    const [disclosure, athlete] = [randomUUID(), randomUUID()]
    await owner.query(
      "insert into athletes (organization_id, id, given_name, family_name, level, stage) values ($1, $2, 'Mara', 'Quinn', 'college', 'signed')",
      [organization, athlete],
    )
    await owner.query(
      `insert into disclosures (organization_id, id, kind, athlete_id, name, title, authority, fields, due_on, due_at)
       values ($1, $2, 'other', $3, 'Mara Quinn', 'State report', 'State board', '[{"label":"Reason","value":"New"}]', '2126-11-20', '2126-11-21')`,
      [organization, disclosure, athlete],
    )
    return { disclosure, kind: 'nil-go' }
  },
  bodies: {
    addDisclosure: () => ({
      kind: 'other',
      athleteId: randomUUID(),
      title: 'State report',
      authority: 'State board',
      dueOn: '2126-11-20',
    }),
    changeDisclosure: () => ({ version: 1, changes: { authority: 'State board of agents' } }),
    moveDisclosure: () => ({ version: 1, move: 'prepare' }),
    addDisclosureFile: () => 'Received',
    sendSchoolNotice: () => ({ version: 1, email: 'director@school.example' }),
    askPayor: () => ({ version: 1, name: 'Dana Whitlock', email: 'dana@brand.example' }),
    changeDisclosureForm: () => ({ version: 0, fields: [{ key: 'purpose', label: 'Purpose' }] }),
    lookUpAttestation: () => ({ token: newLinkToken() }),
    openAttestation: () => ({ token: newLinkToken() }),
    answerAttestation: () => ({ token: newLinkToken(), owners: 'Dana Whitlock', relation: 'none', explanation: null }),
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
}
