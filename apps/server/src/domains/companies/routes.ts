import { companyOperations } from '@sherpa/contracts/company-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { ChangingCompanies } from './change-company.ts'
import type { CompanyRecords } from './company-record.ts'
import type { MergingCompanies } from './merge-companies.ts'

export type CompanyParts = {
  database: Database
  records: CompanyRecords
  changes: ChangingCompanies
  merges: MergingCompanies
}

const limits = { person: 1000 }

export function companyRoutes(endpoint: DefineEndpoint, { database, records, changes, merges }: CompanyParts) {
  endpoint(companyOperations.companies, { limits: 'none' }, ({ query, ...viewer }) => records.list(viewer, query))
  endpoint(companyOperations.company, { limits: 'none' }, ({ parameter, ...viewer }) =>
    records.load(database, viewer, parameter('company')),
  )
  endpoint(companyOperations.addCompany, { limits }, ({ body, ...viewer }) => changes.add(viewer, body))
  endpoint(
    companyOperations.changeCompany,
    { limits, refusals: { 409: 'Changed meanwhile' } },
    ({ parameter, body, ...viewer }) => changes.change(viewer, parameter('company'), body),
  )
  endpoint(
    companyOperations.removeCompany,
    { limits, refusals: { 409: 'It has deals, or is the organization itself' } },
    ({ parameter, ...viewer }) => changes.remove(viewer, parameter('company')),
  )
  endpoint(
    companyOperations.mergeCompanies,
    { limits, refusals: { 409: 'The other company is the organization itself' } },
    ({ parameter, body, ...viewer }) => merges.merge(viewer, parameter('company'), body.other),
  )
  endpoint(companyOperations.undoCompanyMerge, { limits }, ({ parameter, ...viewer }) =>
    merges.undo(viewer, parameter('company'), parameter('companyMerge')),
  )
  endpoint(companyOperations.addCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changes.addContact(viewer, parameter('company'), body),
  )
  endpoint(companyOperations.changeCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changes.changeContact(viewer, parameter('company'), parameter('companyContact'), body),
  )
  endpoint(companyOperations.removeCompanyContact, { limits }, ({ parameter, ...viewer }) =>
    changes.removeContact(viewer, parameter('company'), parameter('companyContact')),
  )
}
