import { booksOperations } from '@sherpa/contracts/books-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { bookSettings } from './books.ts'
import type { closingBooks } from './closing.ts'

export type BooksParts = { settings: ReturnType<typeof bookSettings>; closing: ReturnType<typeof closingBooks> }

const limits = { person: 300 }

export function booksRoutes(endpoint: DefineEndpoint, { settings, closing }: BooksParts) {
  const operations = booksOperations

  endpoint(operations.books, { limits: 'none' }, (viewer) => settings.of(viewer))
  endpoint(
    operations.changeBooks,
    { limits, refusals: { 409: 'Somebody has changed them meanwhile' } },
    ({ body, ...viewer }) => settings.change(viewer, body),
  )
  endpoint(operations.closeMonths, { limits, refusals: { 409: 'The month is not over' } }, ({ body, ...viewer }) =>
    closing.close(viewer, body),
  )
  endpoint(operations.reopenMonths, { limits: { person: 30 } }, ({ body, ...viewer }) => closing.reopen(viewer, body))
}
