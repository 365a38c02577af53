import type { Permission } from '@sherpa/contracts/organization'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { query } from './queries.ts'

export type ArchivedRow = Record<string, unknown>

/**
 * What a domain puts into the archive of everything that is held of an organization: a table, and files that its rows stand for.
 * Each domain has a list of them (`<domain>-archive.ts`); archive-parts.ts puts them together.
 */
export type ArchivePart = {
  /** Of its files: `contacts` becomes contacts.csv and contacts.json. */
  name: string
  /** What it has, in a sentence that everyone understands. */
  about: string
  /** Whoever may not see it gets no archive. */
  needs: Permission
  /** Columns are named as in the API. */
  rows: (organization: string) => CompiledQuery
  /** Columns that are only for `fileOf`. */
  hidden?: readonly string[]
  /** The file that a row stands for: where it is in the archive, and under which key in the store. */
  fileOf?: (row: ArchivedRow) => { path: string; key: string }
}

/** A part for those who see money. */
export function moneyPart(
  name: string,
  about: string,
  rows: (organization: string) => RawBuilder<unknown>,
  more: Partial<ArchivePart> = {},
): ArchivePart {
  return { name, about, needs: 'money.view', rows: (organization) => rows(organization).compile(query), ...more }
}

/** The name of the person whom a column of the table, called `c`, refers to. */
export const nameOfPerson = (column: string) =>
  sql`(select u.name from users u where u.id = c.${sql.ref(column)} and u.deleted_at is null)`

/** The name of a file, as every system can store it. */
export const storableName = (name: unknown) => String(name).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
