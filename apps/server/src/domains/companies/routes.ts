import { companyOperations } from '@sherpa/contracts/company-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { AddNextStep } from '../contact-log/contact-log.ts'
import type { ChangingCompanies } from './change-company.ts'
import type { CompanyLogs } from './company-log.ts'
import type { CompanyRecords } from './company-record.ts'
import type { MergingCompanies } from './merge-companies.ts'

export type CompanyParts = {
  database: Database
  records: CompanyRecords
  logs: CompanyLogs
  changes: ChangingCompanies
  merges: MergingCompanies
  addNextStep: AddNextStep
}

const limits = { person: 1000 }

export function companyRoutes(
  endpoint: DefineEndpoint,
  { database, records, logs, changes, merges, addNextStep }: CompanyParts,
) {
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
  endpoint(companyOperations.findCompanyContacts, { limits: 'none' }, async ({ query }) => ({
    contacts: await records.findContacts(query.search),
  }))
  endpoint(companyOperations.addCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changes.addContact(viewer, parameter('company'), body),
  )
  endpoint(companyOperations.changeCompanyContact, { limits }, ({ parameter, body, ...viewer }) =>
    changes.changeContact(viewer, parameter('company'), parameter('companyContact'), body),
  )
  endpoint(companyOperations.removeCompanyContact, { limits }, ({ parameter, ...viewer }) =>
    changes.removeContact(viewer, parameter('company'), parameter('companyContact')),
  )

  endpoint(companyOperations.companyLog, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    logs.list(viewer, parameter('company'), query),
  )
  endpoint(companyOperations.addCompanyNote, { limits }, ({ parameter, body, ...viewer }) =>
    logs.notes.add(viewer, parameter('company'), body, (client, entryId) =>
      body.nextStep ? addNextStep(client, viewer, { ...body.nextStep, entryId }) : Promise.resolve(),
    ),
  )
  endpoint(
    companyOperations.changeCompanyNote,
    { limits, refusals: { 409: 'Changed meanwhile' } },
    ({ parameter, body, ...viewer }) => logs.notes.change(viewer, parameter('company'), parameter('companyNote'), body),
  )
  endpoint(companyOperations.removeCompanyNote, { limits }, ({ parameter, ...viewer }) =>
    logs.notes.remove(viewer, parameter('company'), parameter('companyNote')),
  )
}
