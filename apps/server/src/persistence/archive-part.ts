import type { Permission } from '@sherpa/contracts/organization'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { query } from './queries.ts'

export type ArchivedRow = Record<string, unknown>

/**
 * Table of the data export, with the files of its rows. Each domain lists its parts in `<domain>-archive.ts`;
 * archive-parts.ts combines them.
 */
export type ArchivePart = {
  /** Base name: `contacts` becomes contacts.csv and contacts.json. */
  name: string
  /** Description for the export's readme. */
  about: string
  /** Members without this permission cannot export. */
  needs: Permission
  /** Column names match the API. */
  rows: (organization: string) => CompiledQuery
  /** Columns for `fileOf` only. */
  hidden?: readonly string[]
  /** Path in the archive and storage key of a row's file. */
  fileOf?: (row: ArchivedRow) => { path: string; key: string }
}

/** Part that needs money.view. */
export function moneyPart(
  name: string,
  about: string,
  rows: (organization: string) => RawBuilder<unknown>,
  more: Partial<ArchivePart> = {},
): ArchivePart {
  return { name, about, needs: 'money.view', rows: (organization) => rows(organization).compile(query), ...more }
}

/** Name of the user that a column of `c` references. */
export const nameOfPerson = (column: string) =>
  sql`(select u.name from users u where u.id = c.${sql.ref(column)} and u.deleted_at is null)`

/** File name that is valid on every system. */
export const storableName = (name: unknown) => String(name).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
