import type { DealImportMapping, UnknownName } from '@sherpa/contracts/deal-import'
import type { Queryable } from '../../../persistence/database.ts'
import { findAthletesByName } from '../../athletes/athletes.ts'
import { findCompaniesByName } from '../../companies/companies.ts'
import type { DealReading } from './read-row.ts'

type Found = { exact: UnknownName['candidates']; similar: UnknownName['candidates'] }
/** What a name stands for. Null: somebody has to choose. */
export type Named = NonNullable<UnknownName['chosen']> | null

/** Athletes and companies that the rows name. */
export class NamedRecords {
  readonly #mapping: DealImportMapping
  readonly #athletes: ReadonlyMap<string, Found>
  readonly #companies: ReadonlyMap<string, Found>

  private constructor(
    mapping: DealImportMapping,
    athletes: ReadonlyMap<string, Found>,
    companies: ReadonlyMap<string, Found>,
  ) {
    this.#mapping = mapping
    this.#athletes = athletes
    this.#companies = companies
  }

  static async load(
    client: Queryable,
    organization: string,
    mapping: DealImportMapping,
    readings: readonly Pick<DealReading, 'athlete' | 'company'>[],
  ) {
    const namesOf = (field: 'athlete' | 'company') => [...new Set(readings.map((reading) => reading[field]))]
    const athletes = await findAthletesByName(client, organization, namesOf('athlete'))
    const companies = await findCompaniesByName(client, organization, namesOf('company'))
    return new NamedRecords(mapping, athletes, companies)
  }

  athlete(name: string): Named {
    return resolve(this.#mapping.athletes[name.toLowerCase()], this.#athletes.get(name))
  }

  company(name: string): Named {
    return resolve(this.#mapping.companies[name.toLowerCase()], this.#companies.get(name))
  }

  /** Names that are not those of exactly one record. */
  listUnknown(field: 'athletes' | 'companies', counts: ReadonlyMap<string, number>): UnknownName[] {
    const found = field === 'athletes' ? this.#athletes : this.#companies
    return [...found].flatMap(([name, { exact, similar }]) => {
      const chosen = this.#mapping[field][name.toLowerCase()]
      if (exact.length === 1 && !chosen) return []
      const candidates = exact.length > 1 ? exact : similar
      return [{ name, rows: counts.get(name) ?? 0, candidates, chosen: resolve(chosen, found.get(name)) }]
    })
  }
}

function resolve(chosen: Exclude<Named, null> | undefined, found: Found | undefined): Named {
  if (chosen) return chosen
  const { exact = [], similar = [] } = found ?? {}
  if (exact.length === 1) return exact[0]?.id ?? null
  return exact.length === 0 && similar.length === 0 ? 'new' : null
}
