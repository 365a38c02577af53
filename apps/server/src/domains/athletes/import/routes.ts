import { athleteImportOperations } from '@sherpa/contracts/athlete-import-operations'
import type { DefineEndpoint } from '../../../http/endpoint.ts'
import { createImportService, type ImportParts, sendFailedRows } from '../../imports/imports.ts'
import { addField } from '../custom-fields.ts'
import type { Athletes } from './athletes-importable.ts'

const limits = { person: 300 }
const refusals = { 409: 'Not possible in the present state of the import' }

export function importRoutes(endpoint: DefineEndpoint, parts: ImportParts<Athletes>) {
  const imports = createImportService(parts)
  endpoint(athleteImportOperations.imports, { limits: 'none' }, ({ query, ...viewer }) => imports.list(viewer, query))
  endpoint(
    athleteImportOperations.uploadImport,
    { limits: { person: 60 }, refusals: { 413: 'More than 50 MB or 100,000 rows', 422: 'No table, or an empty one' } },
    ({ body, query, ...viewer }) => imports.upload(viewer, query, body),
  )
  endpoint(athleteImportOperations.athleteImport, { limits: 'none' }, ({ parameter, ...viewer }) =>
    imports.load(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.mapImport, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.map(viewer, parameter('import'), body),
  )
  endpoint(athleteImportOperations.moveImportHeader, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.moveHeader(viewer, parameter('import'), body),
  )
  endpoint(athleteImportOperations.addImportField, { limits, refusals }, ({ parameter, body, ...viewer }) => {
    const { column, ...field } = body
    return imports.match(viewer, parameter('import'), column, async (client, { organization_id, new_fields }) => {
      const { id } = await addField(client, organization_id, field)
      return { target: `custom:${id}`, change: { new_fields: [...new_fields, id] } }
    })
  })
  endpoint(athleteImportOperations.editImportRows, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.edit(viewer, parameter('import'), body),
  )
  endpoint(athleteImportOperations.answerImport, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.answer(viewer, parameter('import'), body),
  )
  endpoint(athleteImportOperations.checkImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.check(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.startImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.start(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.cancelImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.cancel(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.undoImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.undo(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.removeImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.remove(viewer, parameter('import')),
  )
  endpoint(athleteImportOperations.importRows, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    imports.listRows(viewer, parameter('import'), query),
  )
  endpoint(athleteImportOperations.failedImportRows, { limits }, async ({ parameter, reply, ...viewer }) =>
    sendFailedRows(reply, await imports.listFailedRows(viewer, parameter('import'))),
  )
}
