import { Refusal } from '@sherpa/contracts/problem'
import { isValueOf } from './column-values.ts'
import type { Cursor, Order } from './list.ts'

/** Opaque to callers. It includes the sort: in another order the position would be meaningless. */
export function encodeCursor(sort: string, { value, id, broad }: Cursor) {
  return Buffer.from(JSON.stringify([sort, value, id, ...(broad ? [true] : [])])).toString('base64url')
}

export function decodeCursor(cursor: string, { sort, by, id: idColumn }: Order): Cursor {
  try {
    const [sorted, value, id, broad = false] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isPosition = value === null ? by.nullable : isValueOf(by, value)
    if (sorted === sort && isPosition && isValueOf(idColumn, id)) return { value, id, broad: broad === true }
  } catch {
    // Malformed: refused below.
  }
  throw new Refusal('invalid-fields', { errors: [{ field: 'after', message: 'Begin again with the first page' }] })
}
