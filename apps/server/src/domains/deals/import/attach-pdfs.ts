import { basename } from 'node:path'
import { type AttachedPdfs, MOST_ZIP_BYTES } from '@sherpa/contracts/deal-import'
import { MAX_FILE_BYTES } from '@sherpa/contracts/file'
import { problemCodes, Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database } from '../../../persistence/database.ts'
import { query, rowsOf, run } from '../../../persistence/queries.ts'
import { foldName } from '../../../tables/read-text.ts'
import { openZip, ZipError } from '../../../tables/read-zip.ts'
import { withFile } from '../../../tables/spool.ts'
import { publicImportRows } from '../../imports/imports.ts'
import type { Viewer } from '../deal-access.ts'
import type { DealDocuments } from '../deal-documents.ts'

type Parts = { database: Database; documents: DealDocuments }
type Imported = { deal: string; title: string; number: number; athlete: string; company: string; files: string[] }

/** Attaches the PDFs of a ZIP archive to the deals of an import that have no contract yet. */
export function createPdfAttachment({ database, documents }: Parts) {
  return async function attachPdfs(viewer: Viewer, id: string, upload: AsyncIterable<Buffer>): Promise<AttachedPdfs> {
    try {
      return await withFile(upload, MOST_ZIP_BYTES, async (path) => {
        const zip = await openZip(path)
        try {
          return await attachAll(viewer, id, zip)
        } finally {
          await zip.close()
        }
      })
    } catch (error) {
      throw error instanceof ZipError ? new Refusal('not-a-zip') : error
    }
  }

  async function attachAll(viewer: Viewer, id: string, zip: Awaited<ReturnType<typeof openZip>>) {
    let open = await loadWithoutPdf(viewer.member.organization, id)
    const result: AttachedPdfs = { attached: [], left: [] }
    const names = zip.names.filter((name) => !name.endsWith('/') && !/(^|\/)(\.|__MACOSX)/.test(name))
    for (const name of names) {
      const file = basename(name).slice(0, 200)
      const found = /\.pdf$/i.test(file) ? findDeals(open, file) : []
      const [deal] = found
      if (!deal || found.length > 1) {
        const isPdf = /\.pdf$/i.test(file)
        const reason = !isPdf ? 'Not a PDF' : deal ? 'Fits several deals' : 'Fits no deal without a contract'
        result.left.push({ file, reason })
        continue
      }
      const entry = readEntry(zip.inflate(name, MAX_FILE_BYTES))
      try {
        await attach(viewer, deal, file, entry.bytes)
        result.attached.push({ file, deal: deal.deal, title: deal.title })
        open = open.filter((one) => one !== deal)
      } catch (error) {
        // The rest of the archive may be fine.
        if (!entry.isBroken() && !(error instanceof Refusal)) throw error
        const isRefused = error instanceof Refusal && !entry.isBroken()
        result.left.push({ file, reason: isRefused ? problemCodes[error.code].title : 'Damaged, or larger than 25 MB' })
      }
    }
    return result
  }

  async function attach(viewer: Viewer, { deal, number }: Imported, name: string, bytes: AsyncIterable<Buffer>) {
    const { organization } = viewer.member
    await documents.receive(viewer, deal, { kind: 'paper', name, number }, bytes, async (client, document) => {
      await run(
        client,
        query
          .updateTable('deal_signatures')
          .set({ document_id: document })
          .where('organization_id', '=', organization)
          .where('deal_id', '=', deal)
          .where('method', '=', 'entered')
          .where('document_id', 'is', null),
      )
      await run(
        client,
        query
          .updateTable('deal_versions')
          .set({ entered: sql`jsonb_set(entered, '{documentId}', to_jsonb(${document}::text))` })
          .where('organization_id', '=', organization)
          .where('deal_id', '=', deal)
          .where('number', '=', number),
      )
    })
  }

  async function loadWithoutPdf(organization: string, id: string): Promise<Imported[]> {
    return rowsOf(
      database,
      sql<Imported>`select d.id as deal, d.title, s.number, d.athlete_name as athlete, d.company_name as company,
         (select coalesce(json_agg(distinct f.reading->'deal'->>'file'), '[]') from ${publicImportRows} f
          where f.organization_id = r.organization_id and f.import_id = r.import_id
            and f.record_id = r.record_id and f.reading->'deal'->>'file' is not null) as files
       from ${publicImportRows} r join deals d on d.organization_id = r.organization_id and d.id = r.record_id
       cross join lateral (select number from deal_signatures s where s.organization_id = d.organization_id
         and s.deal_id = d.id and s.method = 'entered' and s.document_id is null limit 1) s
       where r.organization_id = ${organization} and r.import_id = ${id} and r.outcome = 'added' and d.removed_at is null
       order by r.line`,
    )
  }
}

function readEntry(bytes: AsyncIterable<Buffer>) {
  let isBroken = false
  async function* read() {
    try {
      yield* bytes
    } catch (error) {
      isBroken = true
      throw error
    }
  }
  return { bytes: read(), isBroken: () => isBroken }
}

/** "JonahOkoye_Halden-2025.pdf" → jonah, okoye, halden, 2025. */
const wordsOf = (text: string) =>
  basename(text)
    .replace(/\.pdf$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean)
    .map(foldName)

/** By the file name in the table, else by all words of athlete and company in the name of the file. */
function findDeals(open: readonly Imported[], file: string) {
  const words = wordsOf(file)
  if (words.length === 0) return []
  const name = words.join(' ')
  const named = open.filter(({ files }) => files.some((one) => wordsOf(one).join(' ') === name))
  if (named.length > 0) return named
  const includes = (text: string) => wordsOf(text).every((word) => words.includes(word))
  return open.filter(({ athlete, company }) => includes(athlete) && includes(company))
}
