import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { IdentityProof } from '@sherpa/contracts/account'
import type { NamedOperation } from '@sherpa/contracts/operation'
import type { Permission } from '@sherpa/contracts/organization'
import type { z } from 'zod'
import type { Queryable } from '../src/persistence/database.ts'

/** The organization that a sample is for, one of its people, and one of our staff. */
export type Place = { organization: string; person: string; staff: string }

/** What it takes to call the operations of a domain: `<domain>.samples.ts`, beside it. */
export type Samples<Operations extends Record<string, NamedOperation> = Record<string, NamedOperation>> = {
  /** What the parameters of its addresses name, with rows for it in the organization. */
  parameters?: (owner: Queryable, place: Place) => Promise<Record<string, string>>
  /** By operation, where one takes a body. Some ask again who it is. */
  bodies?: { [Name in keyof Operations]?: (place: Place, proof: IdentityProof) => BodyOf<Operations[Name]> }
  /** By operation, where one cannot be called without a query: with its question mark. */
  queries?: { [Name in keyof Operations]?: string }
  /** What a role must have for the sample of an operation, where the operation itself admits every member and then looks at the record. */
  needs?: { [Name in keyof Operations]?: Permission }
}

/** Of an upload, what is in the file. */
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
