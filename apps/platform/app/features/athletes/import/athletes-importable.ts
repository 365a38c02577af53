import { athleteImportsApi } from '@sherpa/api-client/athlete-imports'
import { duplicateKinds, type ImportRow, importDoubts } from '@sherpa/contracts/athlete-import'
import { useOrganization } from '../../../frame/account-context.ts'
import { countInWords, number } from '../../imports/import-words.ts'
import { type Importable, untracked } from '../../imports/importable.ts'

const { endpoints } = athleteImportsApi

export const athletesImportable: Importable<ImportRow> = {
  noun: { one: 'athlete', many: 'athletes' },
  path: 'athletes/import',
  nameTargets: ['fullName', 'givenName', 'familyName'],
  imports: endpoints.imports,
  callsOf: (dispatch, organization) => ({
    upload: (body, query) =>
      dispatch(endpoints.uploadImport.initiate({ organization, body, query }, untracked)).unwrap(),
    discard: (id) => dispatch(endpoints.removeImport.initiate({ organization, import: id }, untracked)).unwrap(),
    check: (id) => dispatch(endpoints.checkImport.initiate({ organization, import: id }, untracked)).unwrap(),
    cancel: (id) => dispatch(endpoints.cancelImport.initiate({ organization, import: id }, untracked)).unwrap(),
    undo: (id) => dispatch(endpoints.undoImport.initiate({ organization, import: id }, untracked)).unwrap(),
    edit: (id, body) =>
      dispatch(endpoints.editImportRows.initiate({ organization, import: id, body }, untracked)).unwrap(),
    failedRows: (id) => dispatch(endpoints.failedImportRows.initiate({ organization, import: id }, untracked)).unwrap(),
  }),
  useRows(id, outcome) {
    const { id: organization } = useOrganization()
    return athleteImportsApi.useImportRowsInfiniteQuery({ organization, import: id, query: { outcome } })
  },
  reasonsOf({ matchedBy, sameAs, doubt, answer }) {
    if (doubt && !answer) return [`${importDoubts[doubt]}. Not answered`]
    if (!matchedBy) return []
    return [`${duplicateKinds[matchedBy]}${sameAs ? ` as row ${number(sameAs)}` : ''}`]
  },
}

export const athletesInWords = (count: number) => countInWords(count, athletesImportable.noun)
