import { dealImportsApi } from '@sherpa/api-client/deal-imports'
import type { DealImportRow } from '@sherpa/contracts/deal-import'
import { useOrganization } from '../../../frame/account-context.ts'
import { countInWords, number } from '../../imports/import-words.ts'
import { type Importable, untracked } from '../../imports/importable.ts'

const { endpoints } = dealImportsApi

export const dealsImportable: Importable<DealImportRow> = {
  noun: { one: 'deal', many: 'deals' },
  path: 'deals/import',
  nameTargets: ['athlete'],
  imports: endpoints.dealImports,
  callsOf: (dispatch, organization) => ({
    upload: (body, query) =>
      dispatch(endpoints.uploadDealImport.initiate({ organization, body, query }, untracked)).unwrap(),
    discard: (id) =>
      dispatch(endpoints.removeDealImport.initiate({ organization, dealImport: id }, untracked)).unwrap(),
    check: (id) => dispatch(endpoints.checkDealImport.initiate({ organization, dealImport: id }, untracked)).unwrap(),
    cancel: (id) => dispatch(endpoints.cancelDealImport.initiate({ organization, dealImport: id }, untracked)).unwrap(),
    undo: (id) => dispatch(endpoints.undoDealImport.initiate({ organization, dealImport: id }, untracked)).unwrap(),
    edit: (id, body) =>
      dispatch(endpoints.editDealImportRows.initiate({ organization, dealImport: id, body }, untracked)).unwrap(),
    failedRows: (id) =>
      dispatch(endpoints.failedDealImportRows.initiate({ organization, dealImport: id }, untracked)).unwrap(),
  }),
  useRows(id, outcome) {
    const { id: organization } = useOrganization()
    return dealImportsApi.useDealImportRowsInfiniteQuery({ organization, dealImport: id, query: { outcome } })
  },
  reasonsOf({ matchedBy, sameAs }) {
    if (matchedBy === 'deal') return ['Already in Sherpa']
    if (matchedBy === 'row') return [sameAs ? `Same as row ${number(sameAs)}` : 'The same row again']
    return ['Its athlete or company is left out']
  },
}

export const dealsInWords = (count: number) => countInWords(count, dealsImportable.noun)
