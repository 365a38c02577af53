import {
  companiesPage,
  companiesQuery,
  company,
  companyChange,
  companyContact,
  companyMerge,
  newCompany,
  newCompanyContact,
} from './company.ts'
import { operations } from './operation.ts'

const all = '/organizations/:organization/companies'
const one = `${all}/:company` as const
const changes = ['Company'] as const
const gone = { status: 204, about: 'Removed' } as const

/** Brands, clubs, schools, collectives and leagues. */
export const companyOperations = operations({
  companies: {
    method: 'GET',
    path: all,
    summary: 'The companies',
    access: 'deals.view',
    query: companiesQuery,
    answer: { status: 200, about: 'A page of companies', schema: companiesPage },
    pages: true,
  },
  addCompany: {
    method: 'POST',
    path: all,
    summary: 'Add a company',
    access: 'deals.edit',
    body: newCompany,
    answer: { status: 201, about: 'Added', schema: company },
    changes,
  },
  company: {
    method: 'GET',
    path: one,
    summary: 'A company with contacts, subsidiaries and possible duplicates',
    access: 'deals.view',
    answer: { status: 200, about: 'The company', schema: company },
    reads: ['Company', 'Deal'],
  },
  changeCompany: {
    method: 'PATCH',
    path: one,
    summary: 'Change a company. On a conflict nothing changes, and the answer has the current one',
    access: 'deals.edit',
    body: companyChange,
    answer: { status: 200, about: 'The updated company', schema: company },
    changes,
  },
  removeCompany: {
    method: 'DELETE',
    path: one,
    summary: 'Remove a company without deals',
    access: 'deals.edit',
    answer: gone,
    changes,
  },
  mergeCompanies: {
    method: 'POST',
    path: `${one}/merges`,
    summary: 'Merge another company into this one, with its deals, contacts and subsidiaries',
    access: 'deals.edit',
    alsoNeeds: 'athletes.all',
    body: companyMerge,
    answer: { status: 200, about: 'The updated company', schema: company },
    changes,
  },
  undoCompanyMerge: {
    method: 'DELETE',
    path: `${one}/merges/:companyMerge`,
    summary: 'Undo a merge within 30 days: deals, contacts and subsidiaries move back',
    access: 'deals.edit',
    alsoNeeds: 'athletes.all',
    answer: { status: 200, about: 'The updated company', schema: company },
    changes,
  },
  addCompanyContact: {
    method: 'POST',
    path: `${one}/contacts`,
    summary: 'Add a contact',
    access: 'deals.edit',
    body: newCompanyContact,
    answer: { status: 201, about: 'Added', schema: companyContact },
    changes,
  },
  changeCompanyContact: {
    method: 'PUT',
    path: `${one}/contacts/:companyContact`,
    summary: 'Change a contact',
    access: 'deals.edit',
    body: newCompanyContact,
    answer: { status: 204, about: 'Changed' },
    changes,
  },
  removeCompanyContact: {
    method: 'DELETE',
    path: `${one}/contacts/:companyContact`,
    summary: 'Remove a contact',
    access: 'deals.edit',
    answer: gone,
    changes,
  },
})
