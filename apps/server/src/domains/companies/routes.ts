import { companyOperations } from '@sherpa/contracts/company-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { ChangingCompanies } from './change-company.ts'
import type { CompanyRecords } from './company-record.ts'
import type { MergingCompanies } from './merge-companies.ts'

export type CompanyParts = {
  database: Database
  records: CompanyRecords
  changing: ChangingCompanies
  merging: MergingCompanies
}

const limits = { person: 1000 }

export function companyRoutes(endpoint: DefineEndpoint, { database, records, changing, merging }: CompanyParts) {
  endpoint(companyOperations.companies, { limits: 'none' }, ({ query, ...viewer }) => records.page(viewer, query))
  endpoint(companyOperations.company, { limits: 'none' }, ({ parameter, ...viewer }) =>
    records.whole(database, viewer, parameter('company')),
  )
  endpoint(companyOperations.addCompany, { limits }, ({ body, ...viewer }) => changing.add(viewer, body))
  endpoint(
    companyOperations.changeCompany,
    { limits, refusals: { 409: 'Changed meanwhile' } },
    ({ parameter, body, ...viewer }) => changing.change(viewer, parameter('company'), body),
  )
  endpoint(
    companyOperations.removeCompany,
    { limits, refusals: { 409: 'It has deals, or is the organization itself' } },
    ({ parameter, ...viewer }) => changing.remove(viewer, parameter('company')),
  )
  endpoint(
    companyOperations.mergeCompanies,
    { limits, refusals: { 409: 'The other company is the organization itself' } },
    ({ parameter, body, ...viewer }) => merging.merge(viewer, parameter('company'), body.other),
  )
  endpoint(companyOperations.undoCompanyMerge, { limits }, ({ parameter, ...viewer }) =>
    merging.undo(viewer, parameter('company'), parameter('companyMerge')),
  )
  endpoint(companyOperations.addCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changing.addContact(viewer, parameter('company'), body),
  )
  endpoint(companyOperations.changeCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changing.changeContact(viewer, parameter('company'), parameter('companyContact'), body),
  )
  endpoint(companyOperations.removeCompanyContact, { limits }, ({ parameter, ...viewer }) =>
    changing.removeContact(viewer, parameter('company'), parameter('companyContact')),
  )
}
