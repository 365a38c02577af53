import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { IdentityProof } from '@sherpa/contracts/account'
import type { NamedOperation } from '@sherpa/contracts/operation'
import type { Permission } from '@sherpa/contracts/organization'
import type { z } from 'zod'
import type { Queryable } from '../src/persistence/database.ts'

/** Organization of a sample, with a member and a staff member. */
export type Place = { organization: string; person: string; staff: string }

/** Request samples of a domain's operations (`<domain>.samples.ts`). */
export type Samples<Operations extends Record<string, NamedOperation> = Record<string, NamedOperation>> = {
  /** Inserts rows and returns path parameters. */
  parameters?: (owner: Queryable, place: Place) => Promise<Record<string, string>>
  /** Bodies by operation, some with an identity proof. */
  bodies?: { [Name in keyof Operations]?: (place: Place, proof: IdentityProof) => BodyOf<Operations[Name]> }
  /** Required queries by operation, with question mark. */
  queries?: { [Name in keyof Operations]?: string }
  /** Permission that the sample needs, where the operation admits every member and then checks the record. */
  needs?: { [Name in keyof Operations]?: Permission }
}

/** For uploads, the file content. */
type BodyOf<O> = O extends { body: infer Body extends z.core.$ZodType }
  ? z.input<Body>
  : O extends { upload: object }
    ? string
    : never

/** The samples of all domains. */
export async function allSamples(): Promise<Samples[]> {
  const domains = join(import.meta.dirname, '../src/domains')
  const files = readdirSync(domains, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.samples.ts'),
  )
  return Promise.all(files.map(async (name) => (await import(join(domains, name))).samples))
}
