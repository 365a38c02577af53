import { randomUUID } from 'node:crypto'
import type { companyOperations } from '@sherpa/contracts/company-operations'
import type { Samples } from '../../../test/samples.ts'

const contact = { name: 'Sofia Reyes', title: 'Partnerships', email: 'sofia@halden.example', phone: null }

export const samples: Samples<typeof companyOperations> = {
  // The company to merge has the organization's id, which the sample body knows.
  async parameters(owner, { organization, person, staff }) {
    const [company, companyContact, companyMerge, companyNote, merged, association] = [
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomUUID(),
    ]
    await owner.query(
      `insert into companies (organization_id, id, name, kind) values ($1, $1, 'Halden Sportswear', 'brand')
       on conflict do nothing`,
      [organization],
    )
    await owner.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear Inc.', 'brand')",
      [organization, company],
    )
    await owner.query(
      "insert into company_contacts (organization_id, id, company_id, name) values ($1, $2, $3, 'Sofia Reyes')",
      [organization, companyContact, company],
    )
    await owner.query(
      "insert into companies (organization_id, id, name, kind, removed_at, merged_into) values ($1, $2, 'Halden', 'brand', now(), $3)",
      [organization, merged, company],
    )
    const moved = {
      deals: [],
      contacts: [],
      owned: [],
      filled: {},
      otherOwner: null,
      ownerBefore: null,
      ownerAfter: null,
    }
    await owner.query(
      'insert into company_merges (organization_id, id, company_id, other_id, moved) values ($1, $2, $3, $4, $5)',
      [organization, companyMerge, company, merged, moved],
    )
    // Written by another person: only the author may change it.
    await owner.query(
      "insert into company_timeline (organization_id, id, company_id, kind, text, actor_id) values ($1, $2, $3, 'note', 'Called', $4)",
      [organization, companyNote, company, staff],
    )
    // The school has the person's id, which the sample body of an association knows.
    await owner.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Lakemont University', 'school')",
      [organization, person],
    )
    await owner.query(
      `insert into company_associations (organization_id, id, company_id, school_id, reason, added_at)
       values ($1, $2, $3, $4, 'Holds the media rights', now())`,
      [organization, association, company, person],
    )
    return { company, companyContact, companyMerge, companyNote, association }
  },
  queries: { findCompanyContacts: '?search=sofia' },
  bodies: {
    addCompany: () => ({ name: 'Northline Nutrition', kind: 'brand' }),
    changeCompany: () => ({ version: 1, changes: { website: 'https://halden.example' } }),
    mergeCompanies: ({ organization }) => ({ other: organization }),
    addCompanyNote: () => ({ kind: 'note', text: 'Called' }),
    changeCompanyNote: () => ({ version: 1, changes: { text: 'Called twice' } }),
    addCompanyContact: () => contact,
    changeCompanyContact: () => contact,
  },
}
