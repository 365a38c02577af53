import { type PayorRelation, payorRelations } from '@sherpa/contracts/disclosure'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { loadParents, publicCompanies } from '../companies/companies.ts'

/** A relation to the athlete's school that the payor's contact declared. */
type Declared = { company: string; athlete: string; relation: PayorRelation }

/** Of the disclosures domain: answers of payors that count. */
export type LoadDeclared = (
  client: Queryable,
  organization: string,
  companies: readonly string[],
) => Promise<Declared[]>

export type Associations = {
  /** By school, with the reason. Facts of a parent and declared ones say whose they are. */
  reasons: Map<string, { text: string; isOwn: boolean }>
  /** Of these, the schools whose multimedia-rights partner it or a parent is. */
  rightsPartnerOf: Set<string>
  /** By athlete, what the contact declared about their school, whether or not it is on record. */
  declared: Map<string, string>
  /** Somebody has checked the company itself. */
  isChecked: boolean
}

/**
 * Associations of companies with schools: as recorded, as recorded for a parent, and as a payor's contact declared. Any of
 * them counts, so that nobody is unassociated because a record or an answer is missing.
 */
export async function loadAssociations(
  client: Queryable,
  organization: string,
  companies: readonly string[],
  loadDeclared: LoadDeclared,
): Promise<Map<string, Associations>> {
  const parents = await loadParents(client, organization, companies)
  const all = [
    ...new Set(companies.flatMap((company) => [company, ...(parents.get(company) ?? []).map(({ id }) => id)])),
  ]
  const checked = await rowsOf(
    client,
    sql<{ company: string }>`select company_id as company from company_compliance
      where organization_id = ${organization} and company_id = any(${all}::uuid[]) and associations_checked_at is not null`,
  )
  const recorded = await rowsOf(
    client,
    sql<{ company: string; school: string; reason: string; isRightsPartner: boolean }>`select company_id as company,
        school_id as school, reason, is_rights_partner as "isRightsPartner"
      from company_associations where organization_id = ${organization} and company_id = any(${all}::uuid[]) order by id`,
  )
  const declared = await loadDeclared(client, organization, all)
  const schools = await rowsOf(
    client,
    sql<{ athlete: string; school: string }>`select x.athlete_id as athlete, s.id as school
      from athlete_compliance x join ${publicCompanies} s on s.organization_id = x.organization_id and s.id = x.school_id
      where x.organization_id = ${organization} and x.athlete_id = any(${declared.map(({ athlete }) => athlete)}::uuid[])
        and s.removed_at is null`,
  )
  const schoolOf = new Map(schools.map(({ athlete, school }) => [athlete, school]))
  return new Map(
    companies.map((company): [string, Associations] => {
      const reasons: Associations['reasons'] = new Map()
      const rightsPartnerOf: Associations['rightsPartnerOf'] = new Set()
      const ofAthletes: Associations['declared'] = new Map()
      const add = (school: string | undefined, text: string, isOwn: boolean) => {
        if (school && !reasons.has(school)) reasons.set(school, { text, isOwn })
      }
      for (const { id, name } of [{ id: company, name: null }, ...(parents.get(company) ?? [])]) {
        const ofWhom = name === null ? '' : `, on record for its parent ${name}`
        for (const one of recorded) {
          if (one.company !== id) continue
          add(one.school, one.reason + ofWhom, name === null)
          if (one.isRightsPartner) rightsPartnerOf.add(one.school)
        }
        for (const one of declared) {
          if (one.company !== id) continue
          const whose = name === null ? 'its contact' : `the contact of its parent ${name}`
          const text = `${whose} declared “${payorRelations[one.relation]}”`
          add(schoolOf.get(one.athlete), text, false)
          if (!ofAthletes.has(one.athlete)) ofAthletes.set(one.athlete, text)
        }
      }
      return [
        company,
        { reasons, rightsPartnerOf, declared: ofAthletes, isChecked: checked.some((one) => one.company === company) },
      ]
    }),
  )
}
