import type { DealImportMapping, UnknownName } from '@sherpa/contracts/deal-import'
import type { Queryable } from '../../../persistence/database.ts'
import { findAthletesByName } from '../../athletes/athletes.ts'
import { findCompaniesByName } from '../../companies/companies.ts'
import type { StoredDealImport } from './deals-importable.ts'
import type { DealReading } from './read-row.ts'

type Import = Pick<StoredDealImport, 'organization_id' | 'mapping' | 'findings'>
type Found = { exact: UnknownName['candidates']; similar: UnknownName['candidates'] }
/** What a name stands for. Null: somebody has to choose. */
export type Named = NonNullable<UnknownName['chosen']> | null

/** Athletes and companies that the rows name. */
export class NamedRecords {
  readonly #mapping: DealImportMapping
  readonly #athletes: ReadonlyMap<string, Found>
  readonly #companies: ReadonlyMap<string, Found>
  /** Names that the check found new stay new, though records added since have similar names. */
  readonly #isNew: ReadonlySet<string>

  private constructor(
    { mapping, findings }: Import,
    athletes: ReadonlyMap<string, Found>,
    companies: ReadonlyMap<string, Found>,
  ) {
    this.#mapping = mapping
    this.#athletes = athletes
    this.#companies = companies
    const unknown = [...(findings?.athletes ?? []), ...(findings?.companies ?? [])]
    this.#isNew = new Set(unknown.flatMap(({ name, chosen }) => (chosen === 'new' ? name : [])))
  }

  static async load(client: Queryable, stored: Import, readings: readonly Pick<DealReading, 'athlete' | 'company'>[]) {
    const namesOf = (field: 'athlete' | 'company') => [...new Set(readings.map((reading) => reading[field]))]
    const athletes = await findAthletesByName(client, stored.organization_id, namesOf('athlete'))
    const companies = await findCompaniesByName(client, stored.organization_id, namesOf('company'))
    return new NamedRecords(stored, athletes, companies)
  }

  athlete(name: string): Named {
    return this.#resolve('athletes', name)
  }

  company(name: string): Named {
    return this.#resolve('companies', name)
  }

  /** Names that are not those of exactly one record. */
  listUnknown(field: 'athletes' | 'companies', counts: ReadonlyMap<string, number>): UnknownName[] {
    return [...this.#found(field)].flatMap(([name, { exact, similar }]) => {
      const chosen = this.#mapping[field][name.toLowerCase()]
      if (exact.length === 1 && !chosen) return []
      const candidates = exact.length > 1 ? exact : similar
      return [{ name, rows: counts.get(name) ?? 0, candidates, chosen: this.#resolve(field, name) }]
    })
  }

  #found(field: 'athletes' | 'companies') {
    return field === 'athletes' ? this.#athletes : this.#companies
  }

  #resolve(field: 'athletes' | 'companies', name: string): Named {
    const chosen = this.#mapping[field][name.toLowerCase()]
    if (chosen) return chosen
    const { exact = [], similar = [] } = this.#found(field).get(name) ?? {}
    if (exact.length === 1) return exact[0]?.id ?? null
    return exact.length === 0 && (similar.length === 0 || this.#isNew.has(name)) ? 'new' : null
  }
}
