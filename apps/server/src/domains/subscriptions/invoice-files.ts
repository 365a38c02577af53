import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import type { InvoicePaper, Issuer } from './invoice-paper.ts'
import { loadPaper } from './invoices.ts'

export type InvoiceFileParts = {
  database: Database
  issuer: Issuer
  draw: (paper: InvoicePaper) => Promise<Uint8Array>
}

/** Renders each invoice once and stores the PDF, so that mail and downloads have the same bytes. */
export function createInvoiceFileService({ database, issuer, draw }: InvoiceFileParts) {
  const pending = new Map<string, Promise<Buffer>>()

  return {
    /** Call it in the tenant of the invoice. */
    async load(id: string): Promise<Buffer> {
      const stored = await find(id)
      if (stored) return stored
      const drawing = pending.get(id) ?? renderAndStore(id).finally(() => pending.delete(id))
      pending.set(id, drawing)
      return drawing
    },
  }

  async function renderAndStore(id: string) {
    const paper = await loadPaper(database, id, issuer)
    if (!paper) throw new Refusal('not-found')
    const pdf = Buffer.from(await draw(paper))
    // If another server was first, its file is kept.
    await run(
      database,
      query
        .insertInto('invoice_files')
        .columns(['invoice_id', 'organization_id', 'pdf'])
        .expression(
          query
            .selectFrom('invoices')
            .select(['id', 'organization_id', sql<Buffer>`${pdf}`.as('pdf')])
            .where('id', '=', id),
        )
        .onConflict((conflict) => conflict.columns(['organization_id', 'invoice_id']).doNothing()),
    )
    return (await find(id)) ?? pdf
  }

  async function find(id: string): Promise<Buffer | undefined> {
    const file = await rowOf(database, query.selectFrom('invoice_files').select('pdf').where('invoice_id', '=', id))
    return file?.pdf
  }
}

export type InvoiceFiles = ReturnType<typeof createInvoiceFileService>
