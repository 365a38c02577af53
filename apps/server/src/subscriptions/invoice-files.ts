import { Refusal } from '@sherpa/contracts/problem'
import type { Database } from '../persistence/database.ts'
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
    await database.query(
      `insert into invoice_files (invoice_id, organisation_id, pdf) select id, organisation_id, $2 from invoices where id = $1
       on conflict (invoice_id) do nothing`,
      [id, pdf],
    )
    return (await find(id)) ?? pdf
  }

  async function find(id: string): Promise<Buffer | undefined> {
    const { rows } = await database.query('select pdf from invoice_files where invoice_id = $1', [id])
    return rows[0]?.pdf
  }
}

export type InvoiceFiles = ReturnType<typeof invoiceFiles>
