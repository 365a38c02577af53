import type { IncomingMessage } from 'node:http'
import { ownValue } from '@sherpa/contracts/own-value'
import { Refusal } from '@sherpa/contracts/problem'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../persistence/database.ts'

/** Code of this cell, and public addresses of the others by code (decision 0024). */
export type CellSettings = { own: string; addresses: Record<string, string> }
/** Accounts and sessions are written there, and replicated to the others. */
export const FIRST_CELL = 'a'

export type Cells = ReturnType<typeof createCells>

const placed = /^\/api\/in\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z][a-z0-9]{0,7})(?=\/)/
const places = new WeakMap<IncomingMessage, string>()

/** `/api/in/<organization or cell>/…` is `/api/…`, for proxies that route by the address. */
export function withoutPlace(request: IncomingMessage) {
  const address = request.url ?? ''
  const [prefix, place] = placed.exec(address) ?? []
  if (!prefix || !place) return address
  places.set(request, place)
  return `/api${address.slice(prefix.length)}`
}

export function createCells({ own, addresses }: CellSettings, database: Queryable) {
  const moved = (cell: string, organization?: string) => ({ cell, organization, address: ownValue(addresses, cell) })

  return {
    others: Object.keys(addresses),

    /** Refuses an address that names another cell, or an organization that has moved there. */
    async requireHere({ raw }: FastifyRequest) {
      const place = places.get(raw)
      if (place === undefined || place === own) return
      if (place.includes('-')) await database.query('select require_here($1)', [place])
      else
        throw ownValue(addresses, place) ? new Refusal('other-cell', { moved: moved(place) }) : new Refusal('not-found')
    },

    /** Reads the refusal of the SQL function `require_here`. */
    movedBy({ code, detail }: { code?: string; detail?: string }) {
      if (code !== 'CE421' || !detail) return undefined
      const { organization, cell } = JSON.parse(detail) as { organization: string; cell: string }
      return moved(cell, organization)
    },
  }
}
