import { randomUUID } from 'node:crypto'

/** UUIDv7: consecutive ids are adjacent in indexes. */
export function newId(now = Date.now()) {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
