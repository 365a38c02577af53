import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import type { InvoicePaper, Issuer } from './invoice-paper.ts'
import { findPaper } from './invoices.ts'

export type InvoiceFileParts = {
  database: Database
  issuer: Issuer
  draw: (paper: InvoicePaper) => Promise<Uint8Array>
}

/** Invoices as PDF files. Each is drawn once and kept: whoever asks for it, by mail or to download, gets the same bytes. */
export function invoiceFiles({ database, issuer, draw }: InvoiceFileParts) {
  const underWay = new Map<string, Promise<Buffer>>()

  return {
    /** To be called inside the organization that the invoice is for. */
    async fileOf(id: string): Promise<Buffer> {
      const stored = await find(id)
      if (stored) return stored
      const drawing = underWay.get(id) ?? drawOnce(id).finally(() => underWay.delete(id))
      underWay.set(id, drawing)
      return drawing
    },
  }

  async function drawOnce(id: string) {
    const paper = await findPaper(database, id, issuer)
    if (!paper) throw new Refusal('not-found')
    const pdf = Buffer.from(await draw(paper))
    // Another server may have been first: then its file counts.
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

export type InvoiceFiles = ReturnType<typeof invoiceFiles>
