import { mailboxOf } from '@sherpa/contracts/mail-address'
import { sql } from 'kysely'

/** Condition on a column with an address: it reaches the same person. */
export const isSameMailbox = (column: string, address: string) =>
  sql<boolean>`regexp_replace(lower(${sql.ref(column)}), '^([^+@]+)\\+[^@]*@', '\\1@') = ${mailboxOf(address)}`
